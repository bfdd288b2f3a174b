import type { ReactNode } from 'react'
import { useLiveState } from '../../core/live/context.ts'
import { minutes } from '#events/text/durations.ts'
import { useNow } from '../../hooks/useNow.ts'
import { Announcements } from '../../ui/live/Announcements.tsx'
import { SceneLogo } from '../../ui/SceneStyle.tsx'
import { venue as text } from '../../core/text/display/venue.ts'
import { useClock, useTournamentPage } from '../../spectate/page/tournament-context.ts'
import styles from './Board.module.css'

const minLateMinutes = 5

/** The frame of every board: its title, the tournament and the time. */
export function Board({ title, children }: { title: string; children: ReactNode }) {
  const { name, scene } = useTournamentPage().tournament
  const late = useLiveState((state) => state.estimates.lateBy)
  return (
    <main className={styles.board}>
      <header className={styles.head}>
        <SceneLogo scene={scene} className={styles.logo} />
        <h1>{title}</h1>
        <p className={styles.of}>
          {name}
          {late !== null && late >= minLateMinutes && ` · ${text.late(late)}`}
        </p>
        <Time />
      </header>
      <Announcements className={styles.announcements} />
      {children}
      <StaleSign />
    </main>
  )
}

/** The time in the venue's time zone, with the zone's name (ux 49). */
function Time() {
  const { time, zone } = useClock()
  const now = new Date(useNow(true, 1_000)).toISOString()
  return (
    <p className={styles.time}>
      {time(now)} <small>{zone(now)}</small>
    </p>
  )
}

/** Shown in the corner while the connection is lost: how old the content may be (ux 45). */
function StaleSign() {
  const { health, heardAt, retryAt } = useLiveState((state) => state.connection)
  const isStale = health !== 'live' && (health !== 'connecting' || retryAt !== null)
  const now = useNow(isStale)
  if (!isStale) return null
  const words = heardAt === null ? text.neverHeard : text.stale(minutes((now - heardAt) / 1_000))
  return (
    <p className={styles.stale} data-stale>
      {words}
    </p>
  )
}
