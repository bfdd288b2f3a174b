import { otherActiveMatchOn } from '../../core/live/select.ts'
import type { MatchRow } from '#events/schema/rows.ts'
import { useLiveState } from '../../core/live/context.ts'
import { referee as words } from '../../core/text/officiate/referee.ts'
import { lastMatchOn, finalText } from './idle.ts'
import styles from './MatchLength.module.css'
import { impossibleText, lengthIn, lengthText } from './match-length.ts'

const maxPips = 7

/** `First to 3`, by the rules of its stage; an impossible score is shown as such (R-GM-5). */
export function MatchLength({ match }: { match: MatchRow }) {
  const impossible = useLiveState(({ live }) => impossibleText(live.rows, match))
  const length = useLiveState(({ live }) => lengthText(live.rows, match))
  return impossible === null ? length : <strong className="needs-you">{impossible}</strong>
}

/** The sign of an impossible score; nothing for the others. */
export function ImpossibleScore({ match }: { match: MatchRow }) {
  const impossible = useLiveState(({ live }) => impossibleText(live.rows, match))
  return impossible === null ? null : <strong className="needs-you">{impossible}</strong>
}

/** Another tournament's match on the cabinet, or the result of the last match there. */
export function Idle({ cabinet }: { cabinet: number }) {
  const status = useLiveState((shown) => {
    const other = otherActiveMatchOn(shown, cabinet)
    if (other) return words.otherMatchHere(other.matchName, other.tournamentName)
    const match = lastMatchOn(shown.live, cabinet)
    return match && finalText(shown.live.rows, match)
  })
  return status ? <strong className={styles.final}>{status}</strong> : null
}

/** One mark for each win that the match needs, filled for each win of the team. */
export function Pips({ match, won }: { match: MatchRow; won: number }) {
  const wins = useLiveState(({ live }) => lengthIn(live.rows, match)?.winsPerMatch ?? 0)
  if (wins === 0 || wins > maxPips) return null
  return (
    <span className={styles.pips} role="img" aria-label={words.pips(Math.min(won, wins), wins)}>
      {Array.from({ length: wins }, (_, pip) => (
        <i key={pip} data-won={pip < won || undefined} />
      ))}
    </span>
  )
}
