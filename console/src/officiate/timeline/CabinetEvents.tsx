import { timeline } from '../../core/text/timeline.ts'
import { useTournamentCabinets } from '../../query/useTournamentCabinets.ts'
import { differ } from './days.ts'
import styles from './Timeline.module.css'
import { timelineWords } from './timeline-words.ts'
import type { Entry } from './useTimeline.ts'

type Props = { entry: Entry; clock: (at: string) => string }

/** What the cabinets said after a step and before the one above it, the latest first. */
export function CabinetEvents({ entry: { moments, leftOut }, clock }: Props) {
  const cabinets = useTournamentCabinets()
  if (moments.length === 0) return null
  const nameOf = (id: number) => cabinets.find((one) => one.id === id)?.displayName ?? `${id}`
  return (
    <ul className={styles.moments} aria-label={timeline.moments}>
      {moments.map((moment) => (
        <li key={`${moment.cabinet} ${moment.kind} ${moment.at} ${moment.game}`}>
          <time dateTime={moment.at}>{clock(moment.at)}</time>
          <span>
            {nameOf(moment.cabinet)}: {timelineWords(moment)}
            {moment.takenAt && differ(moment.takenAt, moment.at) && (
              <small> {timeline.arrived(clock(moment.takenAt))}</small>
            )}
          </span>
          {moment.game !== null && moment.kind === 'gamestart' && (
            <a className={styles.replay} href={`/game/${moment.game}`}>
              {timeline.replay}
            </a>
          )}
        </li>
      ))}
      {leftOut > 0 && <li className="dim">{timeline.leftOut(leftOut)}</li>}
    </ul>
  )
}
