import { impossibleScore, matchEndOf, lengthOf } from '#events/rules/match-length.ts'
import type { MatchLength, MatchEnd } from '#events/rules/match-length.ts'
import type { MatchRow } from '#events/schema/rows.ts'
import type { Tables } from '../../core/live/rows.ts'
import { matchName, teamName } from '../../core/live/select.ts'
import { referee as words } from '../../core/text/officiate/referee.ts'
import { scoreOf } from './idle.ts'

// Only officials need the rules for match lengths, so this is not in the chunks of public pages.

/** The length of a match, by the rules of its stage. */
export function lengthIn(rows: Tables, match: MatchRow): MatchLength | null {
  const stage = rows.bracket[match.bracket]
  const { matchType: type, winnerToMatch: winnerTo, loserToMatch: loserTo } = match
  return stage ? lengthOf(stage, { type, winnerTo, loserTo }) : null
}

/** `First to 3`, by the rules of its stage. */
export function lengthText(rows: Tables, match: MatchRow): string {
  const { winsPerMatch = 0, roundsPerMatch = 0 } = lengthIn(rows, match) ?? {}
  if (winsPerMatch > 0) return words.firstTo(winsPerMatch)
  return roundsPerMatch > 0 ? words.rounds(roundsPerMatch) : words.byHand
}

/** `First to 2: 3-2 is not possible`; null if the score can be (R-GM-5). */
export function impossibleText(rows: Tables, match: MatchRow): string | null {
  const rules = lengthIn(rows, match)
  if (!rules || !impossibleScore(rules, [match.blueScore, match.goldScore])) return null
  const score = `${match.blueScore}-${match.goldScore}`
  return words.impossible(lengthText(rows, match), score)
}

/** Whether the score decides the match, and who wins. */
export function matchEndIn(rows: Tables, match: MatchRow): MatchEnd {
  const rules = lengthIn(rows, match)
  return rules ? matchEndOf(rules, [match.blueScore, match.goldScore]) : { done: false }
}

/** `Complete M3: Bees wins 3-0`, or null while the score does not decide the match. */
export function completeWords(rows: Tables, match: MatchRow): string | null {
  const end = matchEndIn(rows, match)
  if (!end.done) return null
  const name = matchName(rows, match)
  if (end.winner === null) return words.completeDraw(name, scoreOf(match))
  const winner = end.winner === 0 ? match.blueTeam : match.goldTeam
  return words.completeWon(name, teamName(rows, winner), scoreOf(match))
}
