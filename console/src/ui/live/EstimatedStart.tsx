import { callsIn } from '../../core/live/calls.ts'
import { useEstimate } from '../../hooks/useEstimates.ts'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { estimates as words } from '../../core/text/officiate/referee.ts'
import styles from './Estimated.module.css'
import { useZone } from '../../hooks/useZone.ts'
import { clockIn } from '../../core/time/zone.ts'

/** The call and the estimated start of a match (R-QU-4, R-ETA-1). Empty for a match that is on. */
export function EstimatedStart({ match }: { match: number }) {
  const zone = useZone()
  const { time } = clockIn(zone)
  const call = useLiveState(({ live }) => callsIn(live.rows).get(match))
  const estimate = useEstimate(match)
  return (
    <>
      {call && call !== 'on' && (
        <span className={styles.call} data-call={call}>
          {words.call[call]}
        </span>
      )}
      {estimate && call !== 'on' && (
        <span className={styles.about} title={words.zone(zone)}>
          {words.about(time(estimate.from), time(estimate.to))}
        </span>
      )}
    </>
  )
}
