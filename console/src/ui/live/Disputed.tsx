import type { MatchRow } from '#events/schema/rows.ts'
import { useLiveState } from '../../core/live/context.ts'
import { disputed } from '../../core/text/text.ts'
import styles from './Disputed.module.css'

type Props = { match: Pick<MatchRow, 'protest' | 'isProvisional'> }

/** Marks a match that is under protest, or that depends on one (R-DI-1). */
export function Disputed({ match: { protest, isProvisional } }: Props) {
  if (protest?.state === 'open') return <span className={styles.open}>{disputed.open}</span>
  if (!isProvisional) return null
  return <span className={styles.provisional}>{disputed.provisional}</span>
}

export function DisputedAt({ match: id }: { match: number }) {
  const match = useLiveState((shown) => shown.live.rows.match[id])
  return match ? <Disputed match={match} /> : null
}
