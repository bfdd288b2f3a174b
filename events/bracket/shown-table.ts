import type { TeamId } from '../ids.ts'
import { inRankOrder, isRanked } from '../rules/ranks.ts'
import type { Ranked } from '../rules/ranks.ts'

type Played = Ranked & { matchesPlayed: number; gamesWon: number; gamesLost: number }

/**
 * The rows of a table as people see it. Before the first result nobody has a rank, because only
 * seeds or dice would decide it: the teams are in the order of the stage.
 */
export function tableOf<Row extends Played>(
  { teams }: { teams: readonly TeamId[] },
  rows: Row[],
): (Row & { rank: number | null })[] {
  if (isRanked(rows)) return inRankOrder(rows)
  const ordered = rows.toSorted((a, b) => teams.indexOf(a.team) - teams.indexOf(b.team))
  return ordered.map((row) => ({ ...row, rank: null, decidedBy: null }))
}
