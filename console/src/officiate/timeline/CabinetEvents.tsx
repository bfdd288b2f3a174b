import { timeline } from '../../core/text/officiate/timeline.ts'
import { useTournamentCabinets } from '../../query/useTournamentCabinets.ts'
import { clocksDiffer } from './days.ts'
import styles from './Timeline.module.css'
import { timelineWords } from './timeline-words.ts'
import type { Entry } from './useTimeline.ts'

type Props = { entry: Entry; clock: (at: string) => string }

/** Cabinet events between a step and the one listed above it, newest first. */
export function CabinetEvents({ entry: { moments, leftOut }, clock }: Props) {
  const cabinets = useTournamentCabinets()
  if (moments.length === 0) return null
  const nameOf = (id: number) =>
    cabinets.find((cabinet) => cabinet.id === id)?.displayName ?? `${id}`
  return (
    <ul className={styles.moments} aria-label={timeline.moments}>
      {moments.map((moment) => (
        <li key={`${moment.cabinet} ${moment.kind} ${moment.at} ${moment.game}`}>
          <time dateTime={moment.at}>{clock(moment.at)}</time>
          <span>
            {nameOf(moment.cabinet)}: {timelineWords(moment)}
            {moment.takenAt && clocksDiffer(moment.takenAt, moment.at) && (
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
