import type { ReactNode } from 'react'
import { sizeOf, teamSize } from '#events/rules/pickup.ts'
import type { Answer } from '../../core/rest.ts'
import { pickup as words } from '../../core/text/play.ts'
import styles from './PickupLine.module.css'

export type PickupBody = NonNullable<Answer<'/api/game/cabinet/:id/pickup/'>['line']>
type Entry = PickupBody['blue'][number]
type Props = {
  line: PickupBody
  /** id of the viewer's own entry */
  mine?: number | null
  /** maximum number of waiting teams that are shown */
  teams?: number
  /** renders a name, for example as a button for officials */
  renderName?: (entry: Entry, shown: string) => ReactNode
}
const sides = ['blue', 'gold'] as const
const defaultTeams = 4

/** The players at a cabinet, and the teams that come next. */
export default function PickupLine({ line, teams = defaultTeams, ...more }: Props) {
  return (
    <>
      {line.isPaused && (
        <p role="status" className="needs-you">
          {words.paused}
        </p>
      )}
      <div className={styles.sides}>
        {sides.map((side) => (
          <section
            key={side}
            className={styles.side}
            data-side={side}
            aria-label={words.side[side]}
          >
            <strong>{words.side[side]}</strong>
            <Names entries={line[side]} {...more} />
            <small>{freeOn(line[side])}</small>
          </section>
        ))}
      </div>
      {line.next.length === 0 && <p className="dim">{words.nobody}</p>}
      {line.next.slice(0, teams).map((team, n) => (
        <section key={n} className={`outlined ${styles.team}`} aria-label={titleOf(n)}>
          <strong>{titleOf(n)}</strong>
          <Names entries={team} {...more} />
        </section>
      ))}
      <p className="hint">
        {words.ruleHints[line.rule]}{' '}
        {line.rule === 'winner_stays' && line.maxWins !== null && words.winsAtMost(line.maxWins)}
      </p>
    </>
  )
}

function Names({
  entries,
  mine,
  renderName,
}: Omit<Props, 'line' | 'teams'> & { entries: Entry[] }) {
  return (
    <ul className={styles.names}>
      {entries.map((entry) => {
        const name = words.people(entry.name, entry.size)
        const isMine = entry.id === mine
        const shown = isMine ? words.mine(name) : name
        return (
          <li key={entry.id} data-mine={isMine || undefined}>
            {renderName?.(entry, shown) ?? shown}
          </li>
        )
      })}
    </ul>
  )
}

function titleOf(n: number): string {
  return n === 0 ? words.next : words.after(n)
}

function freeOn(entries: Entry[]): string {
  const free = teamSize - sizeOf(entries)
  return free > 0 ? words.free(free) : ''
}
