import { decided, lengthOf } from '../../../../events/rules/match-length.ts'
import type { BracketRow, MatchRow } from '../../../../events/schema/rows.ts'

/** Why completing a match now may be a mistake (R-ST-6). */
export type Doubt = 'undecided' | 'running' | 'unattached' | 'offline' | 'unsent'

export type Circumstances = {
  isDecided: boolean
  /** a game runs on the cabinet */
  isRunning: boolean
  /** a finished game of this cabinet waits for a person */
  hasUncounted: boolean
  isOffline: boolean
  /** this device has presses that are not saved */
  hasUnsent: boolean
}

/** Nothing here: one press completes. Anything: the console asks. */
export function doubts(now: Circumstances): Doubt[] {
  const found: [boolean, Doubt][] = [
    [!now.isDecided, 'undecided'],
    [now.isRunning, 'running'],
    [now.hasUncounted, 'unattached'],
    [now.isOffline, 'offline'],
    [now.hasUnsent, 'unsent'],
  ]
  return found.filter(([isSo]) => isSo).map(([, doubt]) => doubt)
}

export function isDecided(match: MatchRow, bracket: BracketRow | undefined): boolean {
  if (!bracket) return false
  const { matchType: type, winnerToMatch: winnerTo, loserToMatch: loserTo } = match
  const rules = lengthOf(bracket, { type, winnerTo, loserTo })
  const { winsPerMatch, roundsPerMatch } = rules
  if (winsPerMatch === 0 && roundsPerMatch === 0) return match.blueScore !== match.goldScore
  return decided(rules, [match.blueScore, match.goldScore]).done
}
