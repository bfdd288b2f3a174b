import { Anchor } from '@mantine/core'
import { Link, useLoaderData } from '@tanstack/react-router'
import { clockOf, localIn } from '../../past/clock.ts'
import type { Moment } from '../../past/clock.ts'
import type { Step } from '../../past/moment.ts'
import { asItWas as words } from '../../text/as-it-was.ts'
import { longDay } from '../public/times.ts'
import styles from './AsItWas.module.css'

type Props = { moment: Moment; sentence: string; zone: string; steps: readonly Step[] }

/** The moment in large digits, and what had just been done, by whom. */
export function Told({ moment: { version, at }, sentence, zone, steps }: Props) {
  const line = steps[version - 1]?.line
  const id = String(useLoaderData({ from: '/tournament/$id/admin' }).tournament.id)
  return (
    <div className={styles.told}>
      <p className={styles.clock}>
        <strong>{clockOf(zone, at)}</strong> <span>{words.step(version)}</span>{' '}
        <Anchor
          renderRoot={(props) => (
            <Link
              to="/tournament/$id/admin/$"
              params={{ id, _splat: 'timeline' }}
              hash={`v${version}`}
              {...props}
            />
          )}
        >
          {words.timeline}
        </Anchor>
      </p>
      <p className={styles.hint}>
        {longDay(localIn(zone, at))} · {words.zone(zone)}
      </p>
      <p className={styles.sentence}>
        {sentence}
        {line && (
          <small>
            {' '}
            {words.by[line.by]}
            {line.device !== null && words.from(line.device)}
          </small>
        )}
      </p>
    </div>
  )
}
