import { useEffect } from 'react'
import { to } from '../../core/addresses.ts'
import { useLiveState } from '../../core/live/context.ts'
import { useEstimates } from '../../hooks/useEstimates.ts'
import { read, rest } from '../../core/rest.ts'
import { useUser } from '../../core/session-user.ts'
import { publicText as text } from '../../core/text/spectate/public.ts'
import { setOwnPlayer, useFollowed } from './follow.ts'
import { sidesOf } from './matches.ts'
import { ownNext } from './own-next.ts'
import { useCabinetName, useTournamentPage, useSpan } from './tournament-context.ts'
import styles from './MyCard.module.css'

/** The next match of the team the reader follows: "You play at 20:40 on North". */
export function MyCard() {
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
