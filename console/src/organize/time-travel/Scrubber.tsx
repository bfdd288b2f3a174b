import { Button, Group } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { clockOf, minutesFrom, positionOf } from '../../core/history/replay-clock.ts'
import type { ReplayPosition } from '../../core/history/replay-clock.ts'
import type { Step } from '../../core/history/step.ts'
import { asItWas as words } from '../../core/text/time-travel.ts'
import { text } from '../../core/text/text.ts'
import styles from './TimeTravel.module.css'
import { Marks, isOf } from './Marks.tsx'

type Props = {
  steps: readonly Step[]
  /** so many of them: the list itself only grows */
  length: number
  moment: ReplayPosition
  zone: string
  /** the match that is followed, with its number */
  followed: { id: number; num: number } | null
  onMove: (to: ReplayPosition) => void
}

/** The whole evening on one line, a step a commit. */
export function Scrubber({ steps, length, moment, zone, followed, onMove }: Props) {
  const clock = clockOf(zone, moment.at)
  const match = followed?.id ?? null
  function pressed(event: KeyboardEvent): void {
    const way = event.key === 'PageUp' ? 1 : event.key === 'PageDown' ? -1 : 0
    if (way === 0) return
    event.preventDefault()
    onMove(minutesFrom(steps, moment, way * (event.shiftKey ? 10 : 1)))
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
          onChange={({ currentTarget }) => onMove(positionOf(steps, Number(currentTarget.value)))}
          onKeyDown={pressed}
        />
        <Marks steps={steps} length={length} match={match} />
      </div>
      <Presses {...{ steps, length, moment, zone, followed, onMove }} />
      <p className="hint" id="as-it-was-keys">
        {words.keys}
      </p>
    </div>
  )
}

function Presses({ steps, length, moment, followed, onMove }: Props) {
  const { version } = moment
  const to = (wanted: number | undefined) =>
    wanted !== undefined && onMove(positionOf(steps, wanted))
  const all = steps.slice(0, length)
  const isWanted = (step: Step) => isOf(step, followed?.id ?? null)
  const before = all.findLast((step) => step.version < version && isWanted(step))
  const after = all.find((step) => step.version > version && isWanted(step))
  const isCorrection = (step: Step) => step.mark === 'corrected' && isWanted(step)
  const wrong = all.findLast((step) => step.version < version && isCorrection(step))
  const later = all.find((step) => step.version > version && isCorrection(step))
  const name = followed && text.match.short(followed.num)
  return (
    <Group gap="sm" className={styles.presses}>
      <Press says={words.first} isOff={version <= 1} onPress={() => to(1)} />
      <Press
        says={words.tenBack}
        isOff={version <= 1}
        onPress={() => onMove(minutesFrom(steps, moment, -10))}
      />
      <Press
        says={name ? words.backOf(name) : words.back}
        isOff={!before}
        onPress={() => to(before?.version)}
      />
      <Press
        says={name ? words.onOf(name) : words.on}
        isOff={!after}
        onPress={() => to(after?.version)}
      />
      <Press
        says={words.tenOn}
        isOff={version >= length}
        onPress={() => onMove(minutesFrom(steps, moment, 10))}
      />
      <Press says={words.last} isOff={version >= length} onPress={() => to(length)} />
      <Press says={words.correctionBack} isOff={!wrong} onPress={() => to(wrong?.version)} />
      <Press says={words.correctionOn} isOff={!later} onPress={() => to(later?.version)} />
    </Group>
  )
}

type PressProps = { says: string; isOff: boolean; onPress: () => void }

/** Not taken out of the order of keys when there is nowhere to go: the focus stays. */
function Press({ says, isOff, onPress }: PressProps) {
  return (
    <Button
      variant="default"
      size="md"
      aria-disabled={isOff || undefined}
      data-disabled={isOff || undefined}
      onClick={() => !isOff && onPress()}
    >
      {says}
    </Button>
  )
}
