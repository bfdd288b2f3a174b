import type { GrandFinal } from './layout/double-elim.ts'
import { hasSetting, typeOf } from './stage-types/stage-types.ts'
import type { Typed } from './stage-types/stage-types.ts'

export type MatchLength = {
  winsPerMatch: number
  roundsPerMatch: number
  addTiebreaker: boolean
  /** false in elimination: an even number of rounds then always gets its tie-break game */
  drawAllowed: boolean
}

/** What a stage says of the length of its matches. */
export type LengthSettings = Pick<
  MatchLength,
  'winsPerMatch' | 'roundsPerMatch' | 'addTiebreaker'
> &
  Typed & {
    grandFinal?: GrandFinal | undefined
  }
/** A match, as far as its length depends on it: which final it is, and who goes on from it. */
type Measured = { type: string | null; winnerTo: unknown; loserTo: unknown }

/** The rules of one match of a stage: a long final takes one win more than the others (R-BR-7). */
export function lengthOf(stage: LengthSettings, match: Measured): MatchLength {
  const { winsPerMatch, roundsPerMatch, addTiebreaker } = stage
  const more = hasSetting(stage, 'grandFinal') && stage.grandFinal === 'best_of'
  const isLong = more && match.type === 'first_final'
  return {
    winsPerMatch: isLong && winsPerMatch > 0 ? winsPerMatch + 1 : winsPerMatch,
    roundsPerMatch: isLong && roundsPerMatch > 0 ? roundsPerMatch + 2 : roundsPerMatch,
    addTiebreaker,
    // Where somebody goes on, it has to be known who.
    drawAllowed: typeOf(stage).drawAllowed && match.winnerTo === null && match.loserTo === null,
  }
}

/** blue, gold */
export type Score = [number, number]

export type Verdict = { done: false } | { done: true; winner: 0 | 1 | null }

const open: Verdict = { done: false }

/** Whether the score ends the match, and for whom; null is a draw. */
export function decided(rules: MatchLength, score: Score): Verdict {
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

/** The fewest and the most games that can follow; nobody knows the most when a person ends it. */
export function gamesLeft(rules: MatchLength, score: Score): { min: number; max: number } {
  const { winsPerMatch, roundsPerMatch } = rules
  if (decided(rules, score).done) return { min: 0, max: 0 }
  const [more, less] = [Math.max(...score), Math.min(...score)]
  if (winsPerMatch > 0) {
    const min = Math.max(1, winsPerMatch - more)
    return { min, max: Math.max(min, 2 * winsPerMatch - 1 - more - less) }
  }
  if (roundsPerMatch <= 0) return { min: 0, max: Infinity }
  const rounds = Math.max(0, roundsPerMatch - more - less)
  if (rounds === 0) return { min: 1, max: 1 }
  const mayEndLevel = roundsPerMatch % 2 === 0 && more - less <= rounds
  return { min: rounds, max: mayEndLevel && !canEndLevel(rules) ? rounds + 1 : rounds }
}

/** R-GM-4: with no number of games at all, a person may end a match level too. */
export function canEndLevel(rules: MatchLength): boolean {
  const { winsPerMatch, roundsPerMatch, addTiebreaker, drawAllowed } = rules
  if (winsPerMatch > 0 || !drawAllowed) return false
  return roundsPerMatch <= 0 || (roundsPerMatch % 2 === 0 && !addTiebreaker)
}
