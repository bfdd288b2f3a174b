import { roundNameOf } from '../../core/text/server-words.ts'
import { Button } from '@mantine/core'
import { memo } from 'react'
import type { MatchRow } from '#events/schema/rows.ts'
import { Changed, useLiveState } from '../../core/live/context.ts'
import { sideName } from '../../core/live/select.ts'
import { preloadedPart } from '../../hooks/lazy-part.ts'
import { Disputed } from '../../ui/live/Disputed.tsx'
import { TeamSign } from '../../ui/TeamSign.tsx'
import { results } from '../../core/text/officiate/results.ts'
import { text } from '../../core/text/text.ts'
import type { Colour } from '#events/game/map/colour.ts'
import { useTournamentCabinets } from '../../query/useTournamentCabinets.ts'
import { ResultEditor } from './ResultEditor.tsx'
import styles from './Results.module.css'

const ImpossibleScore = preloadedPart<{ match: MatchRow }>(() =>
  import('../../ui/live/MatchLength.tsx').then((loaded) => ({ default: loaded.ImpossibleScore })),
)

type Props = {
  stage: string
  matches: MatchRow[]
  opened: number | null
  onOpen: (match: number | null) => void
}

/**
 * The matches of a stage; the editor of a match opens below its line. Roles are set explicitly,
 * because the layout on a phone takes away the table semantics.
 */
export function ResultTable({ stage, matches, opened, onOpen }: Props) {
  return (
    <table className={styles.table} role="table">
      <caption>{results.caption(stage)}</caption>
      <thead role="rowgroup">
        <tr role="row">
          <th scope="col" role="columnheader">
            {results.match}
          </th>
          <th scope="col" role="columnheader">
            {results.score}
          </th>
          <th scope="col" role="columnheader">
            <span className="unseen">{results.edit}</span>
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {matches.map((match) => (
          <Line key={match.id} match={match} isOpen={match.id === opened} onOpen={onOpen} />
        ))}
      </tbody>
    </table>
  )
}

type LineProps = { match: MatchRow; isOpen: boolean; onOpen: Props['onOpen'] }

const Line = memo(function Line({ match, isOpen, onOpen }: LineProps) {
  const short = text.match.short(match.matchNum)
  return (
    <>
      <tr role="row" className={styles.line} data-open={isOpen || undefined}>
        <th scope="row" role="rowheader" className={styles.match}>
          <strong>{short}</strong>
          <span className={styles.round}>{roundNameOf(match)}</span>
          <StateBadges match={match} />
        </th>
        <td role="cell">
          <Team match={match} colour="blue" />
          <Team match={match} colour="gold" />
        </td>
        <td role="cell">
          <Button
            variant="default"
            className={styles.edit}
            aria-expanded={isOpen}
            aria-label={isOpen ? results.closing(short) : results.editing(short)}
            onClick={() => onOpen(isOpen ? null : match.id)}
          >
            {isOpen ? results.close : results.edit}
          </Button>
        </td>
      </tr>
      {isOpen && (
        <tr role="row" className={styles.open}>
          <td role="cell" colSpan={3}>
            <ResultEditor match={match} key={match.id} />
          </td>
        </tr>
      )}
    </>
  )
})

function Team({ match, colour }: { match: MatchRow; colour: Colour }) {
  const [team, score] =
    colour === 'blue' ? [match.blueTeam, match.blueScore] : [match.goldTeam, match.goldScore]
  const name = useLiveState(({ live }) => sideName(live.rows, match, colour))
  const isWinner = match.isComplete && team !== null && match.winner === team
  return (
    <span className={styles.team} data-winner={isWinner || undefined}>
      <TeamSign colour={colour} />
      <span className={styles.name} title={name}>
        {name}
        {isWinner && <small className={styles.round}> {results.state.winner}</small>}
      </span>
      <span className={styles.score}>{score}</span>
    </span>
  )
}

/** The state of a match and its other marks. */
function StateBadges({ match }: { match: MatchRow }) {
  const { state } = results
  const cabinets = useTournamentCabinets()
  const cabinet = cabinets.find(({ id }) => id === match.activeCabinet)
  const { link } = match
  return (
    <>
      <span className={styles.state}>{stateOf(match, cabinet?.displayName ?? '')}</span>
      {match.underReview && <span className={styles.needsYou}>{state.review}</span>}
      <ImpossibleScore match={match} />
      <Disputed match={match} />
      {match.attempts.length > 0 && (
        <span className={styles.round}>{state.attempts(match.attempts.length)}</span>
      )}
      {match.note && <span className={styles.needsYou}>{state.note(match.note)}</span>}
      {link?.report && (
        <span className={link.report === 'failed' ? styles.fault : styles.round}>
          {state.sent[link.report]}
          {link.reason && `: ${link.reason}`}
        </span>
      )}
      {link?.differs && <span className={styles.fault}>{state.differs}</span>}
      <Changed match={match.id} />
    </>
  )
}

function stateOf(match: MatchRow, cabinet: string): string {
  const { state } = results
  if (match.isComplete && match.forfeit) {
    return match.winner === null ? state.bothForfeit : state.forfeit
  }
  if (match.isComplete) return match.winner === null ? state.draw : state.complete
  if (match.activeCabinet !== null) return state.active(cabinet)
  if (match.blueTeam === null || match.goldTeam === null) return state.waiting
  return match.startedAt === null && match.blueScore + match.goldScore === 0
    ? state.open
    : state.begun
}
