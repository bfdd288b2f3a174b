import { to } from '../../core/addresses.ts'
import { memo } from 'react'
import type { MatchRow } from '#events/schema/rows.ts'
import { Changed, useLiveState } from '../../core/live/context.ts'
import { roundOf } from '../../core/live/select.ts'
import { useEstimate } from '../../hooks/useEstimates.ts'
import { publicText as text } from '../../core/text/spectate/public.ts'
import { follow, useFollowed } from './follow.ts'
import styles from './MatchList.module.css'
import { cabinetsOf, hasBegun, hasTeam, sidesOf, stateOf } from './matches.ts'
import type { Side } from './matches.ts'
import { useCabinetName, useTournamentPage, useSpan } from './tournament-context.ts'

type Props = { matches: MatchRow[]; label: string; isShort?: boolean }

/** `isShort`: the round is named above the list, so the lines leave it out. */
export function MatchList({ matches, label, isShort = false }: Props) {
  return (
    <ol className={styles.list} aria-label={label}>
      {matches.map((match) => (
        <li key={match.id}>
          <MatchLine match={match} isShort={isShort} />
        </li>
      ))}
    </ol>
  )
}

/** A match as one link to its page: place and time, both teams, both scores. */
const MatchLine = memo(function MatchLine({ match, isShort = false }: FactsProps) {
  const rows = useLiveState((state) => state.live.rows)
  const followed = useFollowed(useTournamentPage().tournament.id)
  return (
    <a
      href={to.match(match.id)}
      className={styles.match}
      data-mine={hasTeam(match, followed) || undefined}
    >
      <Facts match={match} isShort={isShort} />
      {sidesOf(rows, match).map((side, index) => (
        <SideLine key={index} side={side} match={match} followed={followed} />
      ))}
    </a>
  )
})

type FactsProps = { match: MatchRow; isShort?: boolean }

export function Facts({ match, isShort = false }: FactsProps) {
  const state = stateOf(match)
  const round = useLiveState((state) => roundOf(state.live.rows, match))
  return (
    <span className={styles.facts}>
      <span className={styles.num}>{text.match.short(match.matchNum)}</span>
      {round && <span className={isShort ? 'unseen' : styles.round}>{round}</span>}
      <When match={match} />
      {state && (
        <span className={styles.state} data-frozen={match.underReview || undefined}>
          {state}
        </span>
      )}
      <Changed match={match.id} />
    </span>
  )
}

/** The estimated time and the cabinet of a match; nothing once it is finished. */
function When({ match }: { match: MatchRow }) {
  const estimate = useEstimate(match.id)
  const rows = useLiveState((state) => state.live.rows)
  const nameOf = useCabinetName()
  const span = useSpan()
  if (match.isComplete) return null
  const where = cabinetsOf(rows, match).map(nameOf).join(', ')
  const when = match.activeCabinet === null && estimate ? span(estimate) : ''
  const words = [when, where].filter(Boolean).join(' · ')
  return words ? (
    <span className={styles.when} title={words} data-when>
      {words}
    </span>
  ) : null
}

type SideProps = {
  side: Side
  match: MatchRow
  followed: number | null
  hasBye?: boolean | undefined
}

export function SideLine({ side, match, followed, hasBye = false }: SideProps) {
  const { team, name, score, isWinner, isLoser } = side
  return (
    <span
      className={styles.side}
      data-winner={isWinner || undefined}
      data-loser={isLoser || undefined}
      data-open={team === null || undefined}
      data-mine={(team !== null && team === followed) || undefined}
    >
      <span className={styles.name} title={name} data-long={name[20]} dir="auto">
        {name}
      </span>
      {isWinner && <span className="unseen">{text.match.won}</span>}
      {hasBye && <span className={styles.bye}>{text.match.bye}</span>}
      {hasBegun(match) && <span className={styles.score}>{score}</span>}
    </span>
  )
}

export function FollowButton({ team, name }: { team: number; name: string }) {
  const { id } = useTournamentPage().tournament
  const isOn = useFollowed(id) === team
  return (
    <button
      type="button"
      className={styles.follow}
      data-on={isOn || undefined}
      onClick={() => follow(id, isOn ? null : team)}
    >
      <span aria-hidden="true">{isOn ? '★' : '☆'}</span> {isOn ? text.follow.on : text.follow.short}
      <span className="unseen"> {name}</span>
    </button>
  )
}
