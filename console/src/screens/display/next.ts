import type { MatchRow } from '../../../../events/view/rows.ts'
import type { Tables } from '../../live/rows.ts'
import { queuesOf } from '../../live/select.ts'

/** What is queued for a cabinet, next first. */
export function nextOf(rows: Tables, cabinet: number): MatchRow[] {
  const ids = queuesOf(rows, cabinet).flatMap((queue) => queue.matches)
  return ids.flatMap((id) => rows.match[id] ?? [])
}
