import { activeOn } from '../../core/live/select.ts'
import { useCabinetName } from '../../spectate/frame/tournament-context.ts'
import { BracketBoard } from '../board/BracketBoard.tsx'
import { Team } from '../board/Team.tsx'
import { pairOf } from '../board/teams.ts'
import { useScreenRotation } from '../board/useScreenRotation.ts'
import styles from './Overlay.module.css'
import type { PartProps } from './Overlay.tsx'

const atOnce = 3

/** What is played on the other cabinets; nothing on it moves, more of them come in turn (ux 44). */
export function Ticker({ cabinet, rows }: PartProps) {
  const nameOf = useCabinetName()
  const [tournament] = Object.values(rows.tournament)
  const played = (tournament?.assignedCabinets ?? []).flatMap((id) => {
    const match = id === cabinet ? undefined : activeOn(rows, id)
    return match ? [{ id, match }] : []
  })
  const page = useScreenRotation(Math.ceil(played.length / atOnce))
  const shown = played.slice(page * atOnce, (page + 1) * atOnce)
  if (shown.length === 0) return null
  return (
    <ul className={styles.ticker}>
      {shown.map(({ id, match }) => (
        <li key={id}>
          <strong>{nameOf(id)}</strong>
          {pairOf(rows, match).map((team) => (
            <Team key={team.colour} team={team} hasSign={false} hasScore />
          ))}
        </li>
      ))}
    </ul>
  )
}

/** The stage that is played, else that of the match it is held at. */
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
