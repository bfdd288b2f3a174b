import type { MatchRow } from '#events/schema/rows.ts'
import { useLatest } from '../../query/useVersioned.ts'
import { rest } from '../../core/rest.ts'

/** A match under review as officials see it: the rows show what the public last saw (R-CMD-4). */
export function useMatchUnderReview<R extends MatchRow | undefined>(row: R): R | MatchRow {
  const path = row?.underReview
    ? rest.get('/api/tournament/match/:id/review/', { id: row.id })
    : null
  const answer = useLatest(path)
  if (!row || !answer) return row
  // The cabinet of a match under review is public and live.
  return { ...answer, activeCabinet: row.activeCabinet, underReview: true }
}
