import { useShallow } from 'zustand/react/shallow'
import type { MatchRow } from '../../../../events/view/rows.ts'
import { useShown } from '../../live/context.ts'
import type { Tables } from '../../live/rows.ts'
import { expected, queuesOf } from '../../live/select.ts'
import { Expected } from '../../parts/Expected.tsx'
import { text } from '../../text.ts'
import styles from './CurrentMatches.module.css'

const most = 4

/** What comes next on a cabinet, below its card. */
export default function CardQueue({ cabinet }: { cabinet: number }) {
  const matches = useShown(useShallow(({ live }) => queued(live.rows, cabinet)))
  if (matches.length === 0) return <div className={styles.none}>{text.next.empty}</div>
  return (
    <ol className={styles.queue} aria-label={text.cabinet.queue}>
      {matches.map((match) => (
        <li key={match.id}>
          <Names match={match} />{' '}
          <span className={styles.expected}>
            <Expected match={match.id} />
          </span>
        </li>
      ))}
    </ol>
  )
}

function queued(rows: Tables, cabinet: number): MatchRow[] {
  const ids = queuesOf(rows, cabinet).flatMap((queue) => queue.matches)
  return ids.flatMap((id) => rows.match[id] ?? []).slice(0, most)
}

function Names({ match }: { match: MatchRow }) {
  return useShown(({ live }) => expected(live.rows, match))
}
