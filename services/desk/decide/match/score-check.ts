import { matchLabel } from '../../../../events/bracket/bracket.ts'
import { lengthByExternalBracket } from '../../../../events/state/external-bracket.ts'
import { impossibleScore, matchEndOf } from '../../../../events/rules/match-length.ts'
import type { ImpossibleScore, MatchLength } from '../../../../events/rules/match-length.ts'
import { blueFirst } from '../../../../events/state/match.ts'
import type { Match } from '../../../../events/state/match.ts'
import type { Tournament } from '../../../../events/state/tournament.ts'
import { refuse } from '../decision.ts'
import type { Refusal } from '../decision.ts'

type ScoreCheck = {
  /** by slot */
  points: [number, number]
  /** the match is complete with this score, so it has to be decided */
  isResult: boolean
  /** the sender has been asked */
  force: boolean | undefined
}

/** Refuses a score that the length of the match does not allow, until it is confirmed (R-GM-5). */
export function scoreRefusal(
  t: Tournament,
  match: Match,
  { points, isResult, force }: ScoreCheck,
): Refusal | null {
  const stage = t.stages[match.stage]
  if (force || !stage) return null
  const rules = lengthByExternalBracket(t, stage, match)
  const name = matchLabel(match)
  const shown = blueFirst(match, points)
  const length = lengthWords(rules)
  const impossible = impossibleScore(rules, points)
  if (impossible) {
    return refuse('SCORE_IMPOSSIBLE', `${name} is ${length}: ${impossibleWords(impossible, shown)}`)
  }
  if (!isResult || !length || matchEndOf(rules, points).done) return null
  // A tie that is not allowed has its own refusal, which nobody can confirm.
  if (points[0] === points[1]) return null
  const detail = `${name} is ${length}: at ${shown} it is not decided.`
  return refuse('MATCH_UNDECIDED', detail)
}

function lengthWords({ winsPerMatch, roundsPerMatch }: MatchLength): string {
  if (winsPerMatch > 0) return `first to ${winsPerMatch}`
  return roundsPerMatch > 0 ? `${roundsPerMatch} games long` : ''
}

function impossibleWords({ kind, most, found }: ImpossibleScore, shown: string): string {
  if (kind === 'wins') return `${found} is more than ${most}.`
  if (kind === 'both') return `only one team can have ${most}.`
  return `${shown} is more than ${most} games.`
}
