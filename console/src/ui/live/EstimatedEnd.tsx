import { useEstimates } from '../../hooks/useEstimates.ts'
import { estimates as words } from '../../core/text/officiate/referee.ts'
import styles from './Estimated.module.css'
import { useZone } from '../../hooks/useZone.ts'
import { clockIn } from '../../core/time/zone.ts'

/**
 * The delay against the original plan, and the estimated end of the tournament (R-ETA-2). Not
 * announced: it changes every minute.
 */
export default function EstimatedEnd() {
  const { begun, lateBy, end } = useEstimates()
  const zone = useZone()
  if (!end) return null
  const { time } = clockIn(zone)
  const about = words.about(time(end.from), time(end.to))
  return (
    <p className={styles.estimates} aria-label={words.label} role="group">
      {begun && lateBy !== null && (
        <strong data-late={lateBy > 0 || undefined}>{delayText(lateBy)}</strong>
      )}
      <span>{begun ? words.ends(about) : words.wouldEnd(about)}</span>
      <small>{words.zone(zone)}</small>
    </p>
  )
}

function delayText(lateBy: number): string {
  if (lateBy === 0) return words.onTime
  return lateBy > 0 ? words.late(lateBy) : words.early(-lateBy)
}
