import { englishOfRows } from '../messages/english-of-rows.ts'
import { say } from '../messages/message.ts'
import type { Argument } from '../messages/message.ts'
import type { Match } from '../state/match.ts'
import type { Tournament } from '../state/tournament.ts'

/** The label on screens and in refusals, such as `M12`. Numbers are per stage. */
export function matchLabel({ num }: Pick<Match, 'num'>): string {
  return `M${num}`
}

/** `M12 of Finals`; without a name just `M12`. */
export function labelInStage(num: number, stage: string | null): string {
  return englishOfRows(namedMatch(num, stage))
}

/**
 * The label of a match, with the name of its stage if the tournament has several stages: each has
 * an M1. Matches of the stage `own` never get the name.
 */
export function matchIn(t: Tournament, match: Match, own?: number): Argument {
  const hasOneStage = Object.keys(t.stages).length < 2
  if (match.stage === own || (own === undefined && hasOneStage)) return matchLabel(match)
  return namedMatch(match.num, t.stages[match.stage]?.name ?? say('someStage'))
}

/** The same in English. */
export function matchLabelIn(t: Tournament, match: Match, own?: number): string {
  return englishOfRows(matchIn(t, match, own))
}

function namedMatch(num: number, stage: Argument | null): Argument {
  const match = matchLabel({ num })
  return stage === null ? match : say('matchOfStage', { match, stage })
}
