import { useShallow } from 'zustand/react/shallow'
import { callsIn } from '../live/calls.ts'
import { useShown } from '../live/LiveTournament.tsx'
import { forecast as words } from '../text/forecast.ts'
import styles from './Forecast.module.css'
import { useZone } from './useZone.ts'
import { clockIn } from './zone.ts'

/** How near a match is, and when it will probably start (R-QU-4, R-ETA-1); one that is on says so itself. */
export function Expected({ match }: { match: number }) {
  const zone = useZone()
  const { time } = clockIn(zone)
  const call = useShown(({ live }) => callsIn(live.rows).get(match))
  const estimate = useShown(useShallow(({ forecast }) => forecast.matches[match]))
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
