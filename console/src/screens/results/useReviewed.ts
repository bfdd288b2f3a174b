import type { MatchRow } from '../../../../events/view/rows.ts'
import { useAsked } from '../../live/useAsked.ts'

/** A match under review as officials have it: its row shows what the public last saw (R-CMD-4). */
export function useReviewed(match: MatchRow): MatchRow {
  const path = match.underReview ? `/api/tournament/match/${match.id}/review/` : null
  return (useAsked(path) as MatchRow | null) ?? match
}
