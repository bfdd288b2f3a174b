import { memo } from 'react'
import { colourOf } from '#events/game/map/field.ts'
import { statsOf } from '#events/game/game-replay.ts'
import type { ReplayState } from '#events/game/game-replay.ts'
import { TeamSign } from '../../ui/TeamSign.tsx'
import { replayText as text } from '../../core/text/spectate/replay.ts'
import { columns, tableOf } from './stats-table.ts'
import styles from './GameStats.module.css'

/** The statistics of each position over the whole game. */
export const GameStats = memo(function GameStats({ last }: { last: ReplayState }) {
  const rows = tableOf(statsOf(last.state))
  return (
    <section>
      <h2 className={styles.title}>{text.stats}</h2>
      <div className="scroll" tabIndex={0} role="region" aria-label={text.statsCaption}>
        <table className={styles.table}>
          <caption className="unseen">{text.statsCaption}</caption>
          <thead>
            <tr>
              <th scope="col">{text.columns.position}</th>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {text.columns[column]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ position, cells }) => (
              <tr key={position}>
                <th scope="row">
                  <span className={styles.position}>
                    <TeamSign colour={colourOf(position)} /> {text.plain(position)}
                  </span>
                </th>
                {columns.map((column) => (
                  <td key={column}>{cells[column]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="hint">{text.statsRules}</p>
    </section>
  )
})
