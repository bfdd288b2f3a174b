import { useShown } from '../../live/context.ts'
import { expected, queuesOf } from '../../live/select.ts'
import { Expected } from '../../parts/Expected.tsx'
import { text } from '../../text.ts'
import styles from './CurrentMatches.module.css'

const most = 4

/** What comes next on a cabinet, below its card. */
export default function CardQueue({ cabinet }: { cabinet: number }) {
  const rows = useShown((shown) => shown.live.rows)
  const ids = queuesOf(rows, cabinet).flatMap((queue) => queue.matches)
  const matches = ids.flatMap((id) => rows.match[id] ?? [])
  if (matches.length === 0) return <div className={styles.none}>{text.next.empty}</div>
  return (
    <ol className={styles.queue} aria-label={text.cabinet.queue}>
      {matches.slice(0, most).map((match) => (
        <li key={match.id}>
          {expected(rows, match)}{' '}
          <span className={styles.expected}>
            <Expected match={match.id} />
          </span>
        </li>
      ))}
    </ol>
  )
}
