import type { GrandFinal } from './layout/double-elim.ts'
import { hasSetting, typeOf } from './stage-types/stage-types.ts'
import type { WithStageType } from './stage-types/stage-types.ts'

export type MatchLength = {
  winsPerMatch: number
  roundsPerMatch: number
  addTiebreaker: boolean
  /**
   * false in an elimination: a level score after an even number of rounds needs a tie-break game
   */
  drawAllowed: boolean
}

/** The settings of a stage for the length of its matches. */
export type LengthSettings = Pick<
  MatchLength,
  'winsPerMatch' | 'roundsPerMatch' | 'addTiebreaker'
> &
  WithStageType & {
    grandFinal?: GrandFinal | undefined
  }
/**
 * The fields of a match that its length depends on: which final it is, and whether teams advance.
 */
type MatchPosition = { type: string | null; winnerTo: unknown; loserTo: unknown }

/** The length of one match of a stage: a long final takes one more win than the others (R-BR-7). */
export function lengthOf(stage: LengthSettings, match: MatchPosition): MatchLength {
  const { winsPerMatch, roundsPerMatch, addTiebreaker } = stage
  const hasLongFinal = hasSetting(stage, 'grandFinal') && stage.grandFinal === 'best_of'
  const isLong = hasLongFinal && match.type === 'first_final'
  return {
    winsPerMatch: isLong && winsPerMatch > 0 ? winsPerMatch + 1 : winsPerMatch,
    roundsPerMatch: isLong && roundsPerMatch > 0 ? roundsPerMatch + 2 : roundsPerMatch,
    addTiebreaker,
    // If a team advances from the match, it needs a winner.
    drawAllowed: typeOf(stage).drawAllowed && match.winnerTo === null && match.loserTo === null,
  }
}

/** blue, gold */
export type Score = [number, number]

export type MatchEnd = { done: false } | { done: true; winner: 0 | 1 | null }

const open: MatchEnd = { done: false }

/** Whether the score ends the match, and the slot that wins; null is a draw. */
export function matchEndOf(rules: MatchLength, score: Score): MatchEnd {
  const { winsPerMatch, roundsPerMatch } = rules
  const level = score[0] === score[1]
  const winner = score[0] > score[1] ? 0 : 1
  // R-GM-1
  if (winsPerMatch > 0) {
    return !level && score[winner] >= winsPerMatch ? { done: true, winner } : open
  }
  // R-GM-4, R-GM-2: all rounds are played, even when the winner is known
  if (roundsPerMatch <= 0 || score[0] + score[1] < roundsPerMatch) return open
  if (!level) return { done: true, winner }
  return canEndLevel(rules) ? { done: true, winner: null } : open
}

/**
 * The fewest and the most games that can follow. There is no upper bound if an official ends the
 * match.
 */
export function gamesLeft(rules: MatchLength, score: Score): { min: number; max: number } {
  const { winsPerMatch, roundsPerMatch } = rules
  if (matchEndOf(rules, score).done) return { min: 0, max: 0 }
  const [higher, lower] = [Math.max(...score), Math.min(...score)]
  if (winsPerMatch > 0) {
    const min = Math.max(1, winsPerMatch - higher)
    return { min, max: Math.max(min, 2 * winsPerMatch - 1 - higher - lower) }
  }
  if (roundsPerMatch <= 0) return { min: 0, max: Infinity }
  const rounds = Math.max(0, roundsPerMatch - higher - lower)
  if (rounds === 0) return { min: 1, max: 1 }
  const mayEndLevel = roundsPerMatch % 2 === 0 && higher - lower <= rounds
  return { min: rounds, max: mayEndLevel && !canEndLevel(rules) ? rounds + 1 : rounds }
}

/** Too many wins of one team, the most wins for both, or too many games. */
export type ImpossibleScore = { kind: 'wins' | 'both' | 'games'; most: number; found: number }

/** Why games of a match of this length cannot give the score; null if they can. */
export function impossibleScore(rules: MatchLength, score: Score): ImpossibleScore | null {
  const { winsPerMatch, roundsPerMatch } = rules
  const [higher, lower] = [Math.max(...score), Math.min(...score)]
  if (winsPerMatch > 0) {
    if (higher > winsPerMatch) return { kind: 'wins', most: winsPerMatch, found: higher }
    return lower < winsPerMatch ? null : { kind: 'both', most: winsPerMatch, found: lower }
  }
  if (roundsPerMatch <= 0) return null
  // The tie-break game only follows a level score.
  const hasTiebreak = roundsPerMatch % 2 === 0 && !canEndLevel(rules) && higher - lower === 1
  const most = roundsPerMatch + (hasTiebreak ? 1 : 0)
  const found = higher + lower
  return found > most ? { kind: 'games', most, found } : null
}

/** R-GM-4: without a number of wins or rounds, an official may end a match level too. */
export function canEndLevel(rules: MatchLength): boolean {
  const { winsPerMatch, roundsPerMatch, addTiebreaker, drawAllowed } = rules
  if (winsPerMatch > 0 || !drawAllowed) return false
  return roundsPerMatch <= 0 || (roundsPerMatch % 2 === 0 && !addTiebreaker)
}
