import type { Match } from '../state/match.ts'
import type { Tournament } from '../state/tournament.ts'

/** The label on screens and in refusals, such as `M12`. Numbers are per stage. */
export function matchLabel(match: Match): string {
  return labelInStage(match.num, null)
}

/** `M12 of Finals`; without a name just `M12`. */
export function labelInStage(num: number, stage: string | null): string {
  return stage === null ? `M${num}` : `M${num} of ${stage}`
}

/**
 * The label of a match, with the name of its stage if the tournament has several stages: each has
 * an M1. Matches of the stage `own` never get the name.
 */
export function matchLabelIn(t: Tournament, match: Match, own?: number): string {
  const hasOneStage = Object.keys(t.stages).length < 2
  if (match.stage === own || (own === undefined && hasOneStage)) return matchLabel(match)
  return labelInStage(match.num, t.stages[match.stage]?.name ?? 'a stage')
}
