import { to } from '../../core/addresses.ts'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { useLiveState } from '../../core/live/context.ts'
import { isAnyMatchActive } from '../../core/live/select.ts'
import { Announcements } from '../../ui/live/Announcements.tsx'
import { PracticeSign } from '../../ui/practice/PracticeSign.tsx'
import { ConnectionRow } from '../../ui/live/ConnectionRow.tsx'
import { publicText as text } from '../../core/text/spectate/public.ts'
import { text as shared } from '../../core/text/text.ts'
import { mayOfficiate, useUser } from '../../core/session-user.ts'
import { SceneLogo } from '../../ui/SceneStyle.tsx'
import { useTournamentPage, useCabinetName, useSpan } from './tournament-context.ts'
import styles from './WatchedPage.module.css'
import { useEstimates } from '../../hooks/useEstimates.ts'
import { read, rest } from '../../core/rest.ts'
import { setOwnPlayer, useFollowed } from './follow.ts'
import { sidesOf } from './matches.ts'
import { ownNext } from './own-next.ts'

type Props = {
  /** of a page other than the tournament's */
  title?: string
  /** of the tournament's page, if not the first one */
  section?: string | undefined
  children?: ReactNode
}

/** The head of a page: scene and tournament, the connection, and the followed team. */
export function Head({ title, section, children }: Props) {
  const { tournament } = useTournamentPage()
  const { id, name, scene } = tournament
  const user = useUser()
  const isIdle = useLiveState(({ live }) => !isAnyMatchActive(live.rows))
  return (
    <>
      <title>{shared.title(section ?? title, name)}</title>
      <div className={styles.top}>
        <nav className={styles.places} aria-label={shared.breadcrumb}>
          <a href={to.scene(scene)} className={styles.scene}>
            <SceneLogo scene={scene} />
            {scene.displayName}
          </a>
          {title !== undefined && (
            <>
              <span aria-hidden="true">/</span>
              <a href={to.tournament(tournament)}>{name}</a>
            </>
          )}
        </nav>
        <ConnectionRow isIdle={isIdle} />
      </div>
      <PracticeSign scene={scene} />
      <div className={styles.head}>
        <h1>{title ?? name}</h1>
        {mayOfficiate(user, scene) && (
          <a href={to.admin(id, 'current-matches')} className="primary">
            {text.tournament.officiate}
          </a>
        )}
      </div>
      {children}
      <Announcements className={styles.announcements} />
      <MyCard />
    </>
  )
}

/** The next match of the team the reader follows: "You play at 20:40 on North". */
function MyCard() {
  const { id } = useTournamentPage().tournament
  useOwnPlayer(id)
  const followed = useFollowed(id)
  const team = useLiveState((state) =>
    followed === null ? undefined : state.live.rows.team[followed],
  )
  return team ? <Card id={team.id} name={team.name} /> : null
}

/** A signed-in player follows their own team automatically. */
function useOwnPlayer(id: number): void {
  const isPerson = useUser((user) => user.state === 'in' && user.person.paired === null)
  useEffect(() => {
    if (!isPerson) return
    const path = rest.get('/api/tournament/tournament/:id/registration/', { id })
    read(path).then(
      ({ player }) => setOwnPlayer(id, player?.id ?? null),
      () => {},
    )
  }, [id, isPerson])
}

function Card({ id, name }: { id: number; name: string }) {
  const rows = useLiveState((state) => state.live.rows)
  const otherActiveMatches = useLiveState((state) => state.otherActiveMatches)
  const starts = useEstimates().matches
  const { words, match, isCalled } = ownNext(id, {
    rows,
    otherActiveMatches,
    starts,
    nameOf: useCabinetName(),
    span: useSpan(),
  })
  const opponent = match && sidesOf(rows, match).find(({ team }) => team !== id)
  return (
    <aside
      className={styles.card}
      data-called={isCalled || undefined}
      aria-label={text.follow.card(name)}
    >
      <a href={to.team(id)} className={styles.team}>
        <span>
          {text.follow.you}: <bdi>{name}</bdi>
        </span>
      </a>
      <strong role="status">{words.filter(Boolean).join(', ')}</strong>
      {match && (
        <a href={to.match(match.id)} className={styles.match}>
          <span>
            {text.match.short(match.matchNum)}{' '}
            {text.follow.against(opponent?.name ?? text.match.unknown)}
          </span>
        </a>
      )}
    </aside>
  )
}
