import { Button, Group } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { clockOf, minutesFrom, momentOf } from '../../core/history/replay-clock.ts'
import type { Moment } from '../../core/history/replay-clock.ts'
import type { TimelineStep, Mark } from '../../core/history/step.ts'
import { asItWas as words } from '../../core/text/officiate/time-travel.ts'
import { text } from '../../core/text/text.ts'
import styles from './TimeTravel.module.css'
import { memo } from 'react'

const jumpMinutes = 10

type Props = {
  steps: readonly TimelineStep[]
  /** The number of steps to show. The list itself grows in place. */
  length: number
  moment: Moment
  zone: string
  /** the followed match, with its number */
  followed: { id: number; num: number } | null
  onMove: (to: Moment) => void
}

/** A slider over all steps of the tournament, one per commit. */
export function Scrubber({ steps, length, moment, zone, followed, onMove }: Props) {
  const clock = clockOf(zone, moment.at)
  const match = followed?.id ?? null
  function onKeyDown(event: KeyboardEvent): void {
    const direction = event.key === 'PageUp' ? 1 : event.key === 'PageDown' ? -1 : 0
    if (direction === 0) return
    event.preventDefault()
    onMove(minutesFrom(steps, moment, direction * (event.shiftKey ? 10 : 1)))
  }
  return (
    <div className={styles.scrubber}>
      <div>
        <input
          type="range"
          className={styles.handle}
          aria-label={words.scrubber}
          aria-valuetext={words.moment(clock, moment.version, length)}
          aria-describedby="as-it-was-keys"
          min={1}
          max={length}
          value={moment.version}
          onChange={({ currentTarget }) => onMove(momentOf(steps, Number(currentTarget.value)))}
          onKeyDown={onKeyDown}
        />
        <Marks steps={steps} length={length} match={match} />
      </div>
      <StepButtons {...{ steps, length, moment, zone, followed, onMove }} />
      <p className="hint" id="as-it-was-keys">
        {words.keys}
      </p>
    </div>
  )
}

function StepButtons({ steps, length, moment, followed, onMove }: Props) {
  const { version } = moment
  const goTo = (target: number | undefined) =>
    target !== undefined && onMove(momentOf(steps, target))
  const all = steps.slice(0, length)
  const isShown = (step: TimelineStep) => concernsMatch(step, followed?.id ?? null)
  const previous = all.findLast((step) => step.version < version && isShown(step))
  const next = all.find((step) => step.version > version && isShown(step))
  const isCorrection = (step: TimelineStep) => step.mark === 'corrected' && isShown(step)
  const previousCorrection = all.findLast((step) => step.version < version && isCorrection(step))
  const nextCorrection = all.find((step) => step.version > version && isCorrection(step))
  const name = followed && text.match.short(followed.num)
  return (
    <Group gap="sm" className={styles.presses}>
      <StepButton label={words.first} isDisabled={version <= 1} onPress={() => goTo(1)} />
      <StepButton
        label={words.minutesBack(jumpMinutes)}
        isDisabled={version <= 1}
        onPress={() => onMove(minutesFrom(steps, moment, -jumpMinutes))}
      />
      <StepButton
        label={name ? words.backOf(name) : words.back}
        isDisabled={!previous}
        onPress={() => goTo(previous?.version)}
      />
      <StepButton
        label={name ? words.onOf(name) : words.on}
        isDisabled={!next}
        onPress={() => goTo(next?.version)}
      />
      <StepButton
        label={words.minutesOn(jumpMinutes)}
        isDisabled={version >= length}
        onPress={() => onMove(minutesFrom(steps, moment, jumpMinutes))}
      />
      <StepButton label={words.last} isDisabled={version >= length} onPress={() => goTo(length)} />
      <StepButton
        label={words.correctionBack}
        isDisabled={!previousCorrection}
        onPress={() => goTo(previousCorrection?.version)}
      />
      <StepButton
        label={words.correctionOn}
        isDisabled={!nextCorrection}
        onPress={() => goTo(nextCorrection?.version)}
      />
    </Group>
  )
}

type StepButtonProps = { label: string; isDisabled: boolean; onPress: () => void }

/** Uses `aria-disabled`, so that a button keeps the focus when it becomes disabled. */
function StepButton({ label, isDisabled, onPress }: StepButtonProps) {
  return (
    <Button
      variant="default"
      size="md"
      aria-disabled={isDisabled || undefined}
      data-disabled={isDisabled || undefined}
      onClick={() => !isDisabled && onPress()}
    >
      {label}
    </Button>
  )
}

const kinds: readonly Mark[] = ['started', 'completed', 'corrected']
/** Number of distinct positions. It bounds the drawing time for ten thousand steps. */
const maxPositions = 300
const lanes: Record<Mark, [top: number, bottom: number]> = {
  corrected: [0, 9],
  completed: [11, 20],
  started: [22, 31],
}

type MarksProps = { steps: readonly TimelineStep[]; length: number; match: number | null }

/** Marks along the scrubber where matches started, completed and were corrected, in three lanes. */
const Marks = memo(function Marks({ steps, length, match }: MarksProps) {
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

function concernsMatch({ line }: TimelineStep, match: number | null): boolean {
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
