import { useShallow } from 'zustand/react/shallow'
import type { MatchRow } from '#events/schema/rows.ts'
import { useLiveState } from '../../core/live/context.ts'
import type { Tables } from '../../core/live/rows.ts'
import { activeMatchOn, matchTitle, queuesOf } from '../../core/live/select.ts'
import { EstimatedStart } from '../../ui/live/EstimatedStart.tsx'
import { officiate } from '../../core/text/officiate/first-screen.ts'
import { referee } from '../../core/text/officiate/referee.ts'
import styles from '../../ui/live/CabinetCards.module.css'

const maxMatches = 4

/** The next matches of a cabinet, listed below its card. */
export default function CardQueue({ cabinet }: { cabinet: number }) {
  const matches = useLiveState(useShallow(({ live }) => queued(live.rows, cabinet)))
  const isPlaying = useLiveState(({ live }) => activeMatchOn(live.rows, cabinet) !== undefined)
  if (matches.length === 0) {
    // Without a match, the button below gives the same reason. Nothing moves when one begins (ux 3).
    const visibility = isPlaying ? 'visible' : 'hidden'
    return (
      <div className="dim" style={{ visibility }}>
        {referee.next.empty}
      </div>
    )
  }
  return (
    <ol className={`marked ${styles.queue}`} aria-label={officiate.queue}>
      {matches.map((match) => (
        <li key={match.id}>
          <Names match={match} />{' '}
          <span className={styles.expected}>
            <EstimatedStart match={match.id} />
          </span>
        </li>
      ))}
    </ol>
  )
}

function queued(rows: Tables, cabinet: number): MatchRow[] {
  const ids = queuesOf(rows, cabinet).flatMap((queue) => queue.matches)
  return ids.flatMap((id) => rows.match[id] ?? []).slice(0, maxMatches)
}

function Names({ match }: { match: MatchRow }) {
  return useLiveState(({ live }) => matchTitle(live.rows, match))
}
