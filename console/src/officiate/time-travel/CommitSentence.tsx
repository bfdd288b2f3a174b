import { Group, Stack } from '@mantine/core'
import { useMemo } from 'react'
import { clockOf, localIn } from '../../core/history/replay-clock.ts'
import type { Moment } from '../../core/history/replay-clock.ts'
import type { TimelineStep } from '../../core/history/step.ts'
import { asItWas as words } from '../../core/text/officiate/time-travel.ts'
import forms from '../../ui/Form.module.css'
import { AdminLink } from '../../ui/AdminLink.tsx'
import { longDay } from '../../spectate/page/times.ts'
import styles from './TimeTravel.module.css'

type Props = {
  moment: Moment
  sentence: string
  zone: string
  steps: readonly TimelineStep[]
  match: number | null
}

/** The time in large digits, and the last commit before it with its author. */
export function CommitSentence({ moment: { version, at }, sentence, zone, steps, match }: Props) {
  const local = localIn(zone, at).slice(0, 10)
  const day = useMemo(() => longDay(local), [local])
  const line = steps[version - 1]?.line
  return (
    <Stack gap={0} flex="1 1 20rem" miw={0}>
      <Group component="p" gap="sm" align="baseline">
        <strong className={styles.clock}>{clockOf(zone, at)}</strong>{' '}
        <span className="dim">{words.step(version)}</span>{' '}
        <AdminLink
          to="timeline"
          search={match === null ? undefined : { match }}
          hash={`v${version}`}
          className={forms.link}
        >
          {words.timeline}
        </AdminLink>{' '}
        <AdminLink to="plan-the-day" search={{ step: version }} className={forms.link}>
          {words.whatIf}
        </AdminLink>
      </Group>
      <p className="hint">
        {day} · {words.zone(zone)}
      </p>
      <p className={styles.sentence}>
        {sentence}
        {line && (
          <small className="dim">
            {' '}
            {words.by[line.by]}
            {line.by !== 'service' && line.device !== null && words.from(line.device)}
          </small>
        )}
      </p>
    </Stack>
  )
}
