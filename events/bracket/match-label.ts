import type { Match } from '../state/match.ts'
import type { Tournament } from '../state/tournament.ts'

/** The label on screens and in refusals, such as `M12`. Numbers are per stage. */
export function matchLabel(match: Match): string {
  return `M${match.num}`
}

/**
 * The label of a match, with the name of its stage if the tournament has several stages: each has
 * an M1. Matches of the stage `own` never get the name.
 */
export function matchLabelIn(t: Tournament, match: Match, own?: number): string {
  const hasOneStage = Object.keys(t.stages).length < 2
  if (match.stage === own || (own === undefined && hasOneStage)) return matchLabel(match)
  return `${matchLabel(match)} of ${t.stages[match.stage]?.name ?? 'a stage'}`
}
