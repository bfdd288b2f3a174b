import { activeMatchOn } from '../../core/live/select.ts'
import { useCabinetName } from '../../spectate/page/tournament-context.ts'
import { BracketBoard } from '../board/BracketBoard.tsx'
import { Team } from '../board/Team.tsx'
import { pairOf } from '../board/teams.ts'
import { useScreenRotation } from '../board/useScreenRotation.ts'
import styles from './Overlay.module.css'
import type { PartProps } from './part-props.ts'

const pageSize = 3

/** The matches on the other cabinets, page by page, without moving text (ux 44). */
export function Ticker({ cabinet, rows, order }: PartProps) {
  const nameOf = useCabinetName()
  const [tournament] = Object.values(rows.tournament)
  const played = (tournament?.assignedCabinets ?? []).flatMap((id) => {
    const match = id === cabinet ? undefined : activeMatchOn(rows, id)
    return match ? [{ id, match }] : []
  })
  const page = useScreenRotation(Math.ceil(played.length / pageSize))
  const visible = played.slice(page * pageSize, (page + 1) * pageSize)
  if (visible.length === 0) return null
  return (
    <ul className={styles.ticker}>
      {visible.map(({ id, match }) => (
        <li key={id}>
          <strong>{nameOf(id)}</strong>
          {pairOf(rows, match, order).map((team) => (
            <Team key={team.colour} team={team} hasSign={false} hasScore />
          ))}
        </li>
      ))}
    </ul>
  )
}

/** The stage of the match it is held at, else the one being played. */
export function BracketPart({ rows, held }: PartProps) {
  const stage = held === null ? null : (rows.match[held]?.bracket ?? null)
  return (
    <div className={styles.bracket}>
      <BracketBoard stage={stage} />
    </div>
  )
}

export function LowerThird({ overlay: { words } }: PartProps) {
  if (words.title === '' && words.line === '') return null
  return (
    <section className={styles.lowerThird}>
      <h2 dir="auto">{words.title}</h2>
      {words.line && <p dir="auto">{words.line}</p>}
    </section>
  )
}
