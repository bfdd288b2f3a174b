import { Button } from '@mantine/core'
import { memo } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { CabinetBody } from '../../core/rest.ts'
import { extend, hold, placeOf, release, selectNext } from '../../core/outbox/actions.ts'
import { useSession, useLiveState } from '../../core/live/LiveTournament.tsx'
import { isUnsent } from '../../core/outbox/pending-command.ts'
import type { Tables } from '../../core/live/rows.ts'
import { heldOn, nextOn, teamName } from '../../core/live/select.ts'
import type { LiveState } from '../../core/live/session.ts'
import { Countdown } from '../../ui/live/Countdown.tsx'
import { useAway } from '../../ui/live/GameClock.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { CommandNotes } from '../../ui/live/CommandNotes.tsx'
import { useDoubleTapGuard } from '../../hooks/useDoubleTapGuard.ts'
import { officiate } from '../../core/text/officiate.ts'
import { text } from '../../core/text/text.ts'
import { useTournamentCabinets } from '../../query/useTournamentCabinets.ts'
import { busyName } from './busy-name.ts'
import type { Where } from './busy-name.ts'
import styles from './NextBar.module.css'

type Next = { label: string; why: string | null }

/** The one main action of a cabinet, named by what it will do, or saying why it cannot (ux 4, ux 5). */
export function NextBar({ cabinet }: { cabinet: CabinetBody }) {
  const { press } = useSession()
  const once = useDoubleTapGuard()
  const { label, why } = useNext(cabinet)
  return (
    <div className={styles.bar}>
      <div className={styles.buttons}>
        <Button
          className={styles.next}
          aria-keyshortcuts="1"
          aria-disabled={why !== null || undefined}
          data-disabled={why !== null || undefined}
          onClick={() => why === null && once(() => press(selectNext(cabinet)))}
        >
          <span className={styles.words}>
            <span>{label}</span>
            {why !== null && <small>{why}</small>}
            <Countdown cabinet={cabinet.id} />
          </span>
        </Button>
        <More cabinet={cabinet} />
        <Hold cabinet={cabinet} />
      </div>
      <div className={styles.notes}>
        <CommandNotes places={[placeOf.cabinet(cabinet.id)]} />
      </div>
    </div>
  )
}

export function useNext(cabinet: CabinetBody): Next {
  const assigned = useTournamentCabinets()
  const place = placeOf.cabinet(cabinet.id)
  const isAsking = useLiveState(({ presses }) =>
    presses.some((p) => p.place === place && isUnsent(p)),
  )
  const away = useAway(cabinet.id)
  // In words: what changes elsewhere does not draw the bar anew.
  const next = useLiveState(
    useShallow((shown) => inWords(shown, { cabinet: cabinet.id, assigned })),
  )
  if (next.why !== null) return next
  // A cabinet that never had a client is scored by hand; one whose client left says since when.
  if (away !== null) return { ...next, why: text.cabinet.offlineFor(away) }
  return isAsking ? { ...next, why: text.referee.asking } : next
}

function inWords({ live: { rows }, link }: LiveState, where: Where): Next {
  const next = nextOn(rows, where.cabinet)
  if (next.state === 'blocked') {
    const short = next.match ? text.match.short(next.match.matchNum) : ''
    if (next.why === 'busy') return { label: text.next.nothing, why: text.next.busy(short) }
    if (next.why !== 'waits') return { label: text.next.nothing, why: text.next[next.why] }
    const reason = (next.match && busyName(rows, next.match, where)) ?? text.next.unknownTeam
    return { label: text.next.nothing, why: text.next.waits(short, reason) }
  }
  const label = text.next.start(text.match.short(next.match.matchNum), brief(rows, next.match))
  return { label, why: link.light === 'lost' ? text.referee.needsLine : null }
}

function brief(rows: Tables, match: { blueTeam: number | null; goldTeam: number | null }): string {
  return text.match.brief(teamName(rows, match.blueTeam), teamName(rows, match.goldTeam))
}

const More = memo(function More({ cabinet }: { cabinet: CabinetBody }) {
  const { press } = useSession()
  const once = useDoubleTapGuard()
  const isRunning = useLiveState(({ live: { rows }, link }) => {
    return rows.timer[cabinet.id] !== undefined && link.light !== 'lost'
  })
  return (
    <Button
      variant="default"
      className={styles.more}
      aria-label={officiate.moreLabel(cabinet.displayName)}
      aria-keyshortcuts="7"
      disabled={!isRunning}
      onClick={() => once(() => press(extend(cabinet)))}
    >
      {officiate.more}
    </Button>
  )
})

/** Held, a cabinet starts nothing by itself until it is released (R-QT-2). */
const Hold = memo(function Hold({ cabinet }: { cabinet: CabinetBody }) {
  const { press } = useSession()
  const once = useDoubleTapGuard()
  const isHeld = useLiveState((shown) => heldOn(shown.live.rows, cabinet.id))
  return (
    <Button
      variant="default"
      className={styles.hold}
      aria-pressed={isHeld}
      aria-keyshortcuts={isHeld ? undefined : 'Escape'}
      title={isHeld ? text.next.isHeld : undefined}
      leftSection={<Icon name="hold" />}
      onClick={() => once(() => press(isHeld ? release(cabinet) : hold(cabinet)))}
    >
      {isHeld ? text.next.release : text.next.hold}
    </Button>
  )
})
