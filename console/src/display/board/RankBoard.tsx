import { useMemo } from 'react'
import { rankText } from '#events/rules/ranks.ts'
import { tableOf } from '#events/bracket/shown-table.ts'
import type { BracketRow } from '#events/schema/rows.ts'
import { useLiveState } from '../../core/live/context.ts'
import { teamName } from '../../core/live/select.ts'
import { venue as text } from '../../core/text/display/venue.ts'
import { Board } from './Board.tsx'
import styles from './BracketBoard.module.css'
import { Name } from './Name.tsx'
import { useScreenRotation } from './useScreenRotation.ts'
import { useIsTall } from './useScreenSize.ts'

const maxRows = { wide: 9, tall: 16 }

/** The standings of a stage, the best first; long ones are shown page by page. */
export function RankBoard({ stage }: { stage: BracketRow }) {
  const standings = useLiveState((state) => state.live.rows.standing)
  const rows = useLiveState((state) => state.live.rows)
  const limit = useIsTall() ? maxRows.tall : maxRows.wide
  const ranked = useMemo(() => {
    return tableOf(
      stage,
      Object.values(standings).filter(({ bracket }) => bracket === stage.id),
    )
  }, [standings, stage])
  const hasTies = ranked.some(({ matchesTied }) => matchesTied > 0)
  const pages = Math.max(1, Math.ceil(ranked.length / limit))
  const page = useScreenRotation(pages)
  return (
    <Board title={stage.name}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{text.rank}</th>
            <th scope="col">{text.team}</th>
            <th scope="col">{text.won}</th>
            {hasTies && <th scope="col">{text.tied}</th>}
            <th scope="col">{text.lost}</th>
          </tr>
        </thead>
        <tbody>
          {ranked.slice(page * limit, (page + 1) * limit).map((row) => {
            const name = teamName(rows, row.team)
            return (
              <tr key={row.team}>
                <td>{rankText(stage, row)}</td>
                <th scope="row">
                  <Name name={name} />
                </th>
                <td>{row.matchesWon}</td>
                {hasTies && <td>{row.matchesTied}</td>}
                <td>{row.matchesLost}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {pages > 1 && <p className={styles.page}>{text.page(page + 1, pages)}</p>}
    </Board>
  )
}
