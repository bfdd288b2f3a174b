import { useMemo } from 'react'
import type { MatchRow } from '#events/schema/rows.ts'
import { callsIn } from '../../core/live/calls.ts'
import { useLiveState } from '../../core/live/context.ts'
import { hasStages } from '../../core/live/select.ts'
import { useEstimate, useEstimates } from '../../hooks/useEstimates.ts'
import { Disputed } from '../../ui/live/Disputed.tsx'
import { venue as text } from '../../core/text/display/venue.ts'
import { cabinetsOf, upcomingMatches, hasBegun } from '../../spectate/page/matches.ts'
import { useCabinetName, useSpan } from '../../spectate/page/tournament-context.ts'
import { Board } from './Board.tsx'
import { Name } from './Name.tsx'
import styles from './QueueBoard.module.css'
import { Team } from './Team.tsx'
import { pairOf } from './teams.ts'
import { useIsTall } from './useScreenSize.ts'

const maxMatches = { wide: 7, tall: 8 }

/** The current and the next matches, in the order in which they will probably be played. */
export function QueueBoard() {
  const rows = useLiveState((state) => state.live.rows)
  const starts = useEstimates().matches
  const limit = useIsTall() ? maxMatches.tall : maxMatches.wide
  const matches = useMemo(
    () => upcomingMatches(rows, starts).filter((match) => cabinetsOf(rows, match).length > 0),
    [rows, starts],
  )
  const more = matches.length - limit
  return (
    <Board title={text.board['queue-board']}>
      {matches.length === 0 && <p className={styles.none}>{text.noQueue}</p>}
      <QueueLines matches={matches.slice(0, limit)} />
      {more > 0 && <p className={styles.more}>{text.more(more)}</p>}
    </Board>
  )
}

type Props = { matches: MatchRow[]; isOfOne?: boolean }

/** `isOfOne`: all matches are for one cabinet, which is named above them. */
export function QueueLines({ matches, isOfOne = false }: Props) {
  const rows = useLiveState((state) => state.live.rows)
  return (
    <ol className={styles.lines} data-stages={hasStages(rows) || undefined}>
      {matches.map((match) => {
        const [blue, gold] = pairOf(rows, match)
        const isOn = match.activeCabinet !== null
        return (
          <li key={match.id} className={styles.line} data-on={isOn || undefined}>
            <CabinetOrTime match={match} isOfOne={isOfOne} />
            <Call match={match} />
            <Team team={blue} hasScore={hasBegun(match)} />
            <Team team={gold} hasScore={hasBegun(match)} />
          </li>
        )
      })}
    </ol>
  )
}

function CabinetOrTime({ match, isOfOne }: { match: MatchRow; isOfOne: boolean }) {
  const rows = useLiveState((state) => state.live.rows)
  const estimate = useEstimate(match.id)
  const nameOf = useCabinetName()
  const span = useSpan()
  const isOn = match.activeCabinet !== null
  return (
    <div className={styles.where}>
      {!isOfOne && (
        <span className={styles.cabinet}>{cabinetsOf(rows, match).map(nameOf).join(', ')}</span>
      )}
      {!isOn && estimate && <span className={styles.when}>{span(estimate)}</span>}
      <span className={styles.disputed}>
        <Disputed match={match} />
      </span>
    </div>
  )
}

/** The number of the match, its stage if there are several, and how near it is (R-QU-4). */
function Call({ match }: { match: MatchRow }) {
  const rows = useLiveState((state) => state.live.rows)
  const call = match.activeCabinet === null ? callsIn(rows).get(match.id) : 'on'
  return (
    <span className={styles.num}>
      {text.match(match.matchNum)}
      {call && <span className={styles.call}>{text.call(call)}</span>}
      {hasStages(rows) && (
        <span className={styles.stage}>
          <Name name={match.stageName} />
        </span>
      )}
    </span>
  )
}
