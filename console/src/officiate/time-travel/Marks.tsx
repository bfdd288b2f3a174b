import { memo } from 'react'
import type { Mark, TimelineStep } from '../../core/history/step.ts'
import { asItWas as words } from '../../core/text/officiate/time-travel.ts'
import styles from './TimeTravel.module.css'

const kinds: readonly Mark[] = ['started', 'completed', 'corrected']
/** Number of distinct positions. It bounds the drawing time for ten thousand steps. */
const maxPositions = 300
const lanes: Record<Mark, [top: number, bottom: number]> = {
  corrected: [0, 9],
  completed: [11, 20],
  started: [22, 31],
}

type Props = { steps: readonly TimelineStep[]; length: number; match: number | null }

/** Marks along the scrubber where matches started, completed and were corrected, in three lanes. */
export const Marks = memo(function Marks({ steps, length, match }: Props) {
  const marked = steps.slice(0, length).filter((step) => step.mark && concernsMatch(step, match))
  return (
    <>
      <svg
        className={styles.marks}
        viewBox={`0 0 ${maxPositions} 32`}
        preserveAspectRatio="none"
        aria-hidden="true"
        focusable="false"
      >
        {kinds.map((kind) => (
          <path key={kind} d={pathOf(marked, kind, length)} data-mark={kind} />
        ))}
      </svg>
      <ul className={styles.legend} aria-label={words.legend}>
        {kinds.toReversed().map((kind) => (
          <li key={kind}>
            <svg viewBox="0 0 12 32" aria-hidden="true" focusable="false">
              <path d={tickAt(6, kind)} data-mark={kind} />
            </svg>
            {words.counted(words.marks[kind], marked.filter(({ mark }) => mark === kind).length)}
          </li>
        ))}
      </ul>
    </>
  )
})

export function concernsMatch({ line }: TimelineStep, match: number | null): boolean {
  return match === null || line.matches.includes(match)
}

function pathOf(steps: readonly TimelineStep[], kind: Mark, length: number): string {
  const ofKind = steps.filter(({ mark }) => mark === kind)
  const xs = ofKind.map(({ version }) =>
    Math.round((maxPositions * (version - 1)) / Math.max(1, length - 1)),
  )
  return [...new Set(xs)].map((x) => tickAt(x, kind)).join('')
}

function tickAt(x: number, kind: Mark): string {
  const [top, bottom] = lanes[kind]
  return `M${x} ${top}V${bottom}`
}
