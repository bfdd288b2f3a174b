import type { MatchRow } from '../../../../events/view/rows.ts'
import { isDone, useFresh } from '../../parts/useFresh.ts'

/** A match under review as officials have it: the rows show what the public last saw (R-CMD-4). */
export function useReviewed(row: MatchRow | undefined): MatchRow | undefined {
  const path = row?.underReview ? `/api/tournament/match/${row.id}/review/` : null
  const { answer } = useFresh<MatchRow>(path, isDone)
  if (!row?.underReview || answer?.id !== row.id) return row
  // Where it is played, and whether, is live in any case.
  return { ...answer, activeCabinet: row.activeCabinet, underReview: true }
}
