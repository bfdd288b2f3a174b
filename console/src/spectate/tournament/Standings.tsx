import { to } from '../../core/addresses.ts'
import { useMemo } from 'react'
import type { BracketRow, StandingRow } from '#events/schema/rows.ts'
import { isElimination } from '#events/rules/stage-types/stage-types.ts'
import { rankText } from '#events/rules/ranks.ts'
import { tableOf } from '#events/bracket/shown-table.ts'
import { Changed, useLiveState } from '../../core/live/context.ts'
import type { Tables } from '../../core/live/rows.ts'
import { text } from '../../core/text/text.ts'
import { standingsText } from '../../core/text/spectate/brackets.ts'
import { useFollowed } from '../page/follow.ts'
import { useTournamentPage } from '../page/tournament-context.ts'
import { Stages } from './Stages.tsx'
import type { SectionProps } from './section-props.ts'
import page from '../page/WatchedPage.module.css'
import styles from './Standings.module.css'
import { percent, tiebreakReasons } from './tiebreak-reason.ts'

export default function Standings({ rest }: SectionProps) {
  return (
    <Stages section="standings" stage={rest} none={standingsText.none}>
      {(stage) => <Table stage={stage} />}
    </Stages>
  )
}

function Table({ stage }: { stage: BracketRow }) {
  const standings = useLiveState((state) => state.live.rows.standing)
  const rows = useLiveState((state) => state.live.rows)
  const followed = useFollowed(useTournamentPage().tournament.id)
  const ranked = useMemo(() => {
    return tableOf(
      stage,
      Object.values(standings).filter(({ bracket }) => bracket === stage.id),
    )
  }, [standings, stage])
  if (ranked.length === 0) return <p className={page.dim}>{standingsText.none}</p>
  const hasTies = ranked.some((row) => row.matchesTied > 0)
  const isKnockOut = isElimination(stage)
  return (
    <>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <caption className="unseen">{stage.name}</caption>
          <thead>
            <tr>
              <th
                scope="col"
                aria-label={isKnockOut ? standingsText.placeName : standingsText.rankName}
              >
                {isKnockOut ? standingsText.placeName : standingsText.rank}
              </th>
              <th scope="col">{standingsText.team}</th>
              <th scope="col">{hasTies ? standingsText.recordTied : standingsText.record}</th>
              <th scope="col">{standingsText.games}</th>
              <th scope="col" className={styles.share}>
                {standingsText.share}
              </th>
              <th scope="col" className={styles.why}>
                {standingsText.why}
              </th>
            </tr>
          </thead>
          <tbody>
            {(isKnockOut ? byPlace(ranked) : ranked).map((row) => (
              <Row
                key={row.team}
                row={row}
                stage={stage}
                teams={rows.team}
                hasTies={hasTies}
                isMine={row.team === followed}
              />
            ))}
          </tbody>
        </table>
      </div>
      {!isKnockOut && <p className={page.dim}>{standingsText.order(stage.stageTiebreakers)}</p>}
      {!isKnockOut && <Dice stage={stage} />}
    </>
  )
}

type RowProps = {
  row: StandingRow & { rank: number | null }
  stage: BracketRow
  teams: Tables['team']
  hasTies: boolean
  isMine: boolean
}

function Row({ row, stage, teams, hasTies, isMine }: RowProps) {
  const { matchesWon, matchesTied, matchesLost, gamesWon, gamesLost } = row
  const record = hasTies ? [matchesWon, matchesTied, matchesLost] : [matchesWon, matchesLost]
  const isKnockOut = isElimination(stage)
  const reasons = isKnockOut ? [] : tiebreakReasons(row, teams)
  return (
    <tr data-mine={isMine || undefined}>
      <td className={styles.rank}>{rankText(stage, row)}</td>
      <th scope="row">
        <a href={to.team(row.team)} dir="auto">
          {teams[row.team]?.name}
        </a>
        {stage.withdrawn.includes(row.team) && (
          <span className={styles.aside}> {standingsText.withdrawn}</span>
        )}
        {isKnockOut && row.place === null && row.sharedPlace === null && stage.isCreated && (
          <span className={styles.aside}> {standingsText.in}</span>
        )}
        <Changed standing={`${stage.id}:${row.team}`} />
        {reasons.length > 0 && (
          <details className={styles.folded}>
            <summary>{standingsText.why}</summary>
            {reasons.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </details>
        )}
      </th>
      <td>{text.dashed(...record)}</td>
      <td>{text.dashed(gamesWon, gamesLost)}</td>
      <td className={styles.share}>{percent(row.gameWinPct)}</td>
      <td className={styles.why}>
        {reasons.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </td>
    </tr>
  )
}

/** The published dice, so that anybody can check the rolls (R-TB-7). */
function Dice({ stage }: { stage: BracketRow }) {
  if (!stage.diceHash || !stage.stageTiebreakers.includes('dice_roll')) return null
  return (
    <p className="hint">
      {standingsText.dice(stage.diceHash)}
      {stage.dice && <> {standingsText.diceShown(stage.dice)}</>}
    </p>
  )
}

/** Sorts by place. Teams without one come first: they still play for the best places. */
function byPlace<T extends Pick<StandingRow, 'place'>>(rows: T[]): T[] {
  return rows.toSorted((a, b) => (a.place ?? 0) - (b.place ?? 0))
}
