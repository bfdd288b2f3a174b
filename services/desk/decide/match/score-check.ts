import { say } from '#events/messages/message.ts'
import type { Message } from '#events/messages/message.ts'
import { matchLabel } from '#events/bracket/bracket.ts'
import { lengthByExternalBracket } from '#events/state/external-bracket.ts'
import { impossibleScore, matchEndOf } from '#events/rules/match-length.ts'
import type { ImpossibleScore, MatchLength } from '#events/rules/match-length.ts'
import { blueFirst } from '#events/state/match.ts'
import type { Match } from '#events/state/match.ts'
import type { Tournament } from '#events/state/tournament.ts'
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
  const about = { match: matchLabel(match), score: blueFirst(match, points) }
  const impossible = impossibleScore(rules, points)
  if (impossible) return refuse('SCORE_IMPOSSIBLE', impossibleMessage(impossible, about))
  const undecided = undecidedMessage(rules, about)
  if (!isResult || !undecided || matchEndOf(rules, points).done) return null
  // A tie that is not allowed has its own refusal, which nobody can confirm.
  return points[0] === points[1] ? null : refuse('MATCH_UNDECIDED', undecided)
}

type About = { match: string; score: string }

function undecidedMessage(
  { winsPerMatch: wins, roundsPerMatch: games }: MatchLength,
  about: About,
): Message | null {
  if (wins > 0) return say('undecidedWins', { ...about, wins })
  return games > 0 ? say('undecidedGames', { ...about, games }) : null
}

function impossibleMessage(
  { kind, most, found }: ImpossibleScore,
  { match, score }: About,
): Message {
  if (kind === 'wins') return say('moreThanWins', { match, wins: most, score: found })
  if (kind === 'both') return say('bothHaveWins', { match, wins: most })
  return say('moreThanGames', { match, score, games: most })
}
