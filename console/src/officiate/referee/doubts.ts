import { canEndLevel } from '../../../../events/rules/match-length.ts'
import type { MatchRow } from '../../../../events/schema/rows.ts'
import type { Tables } from '../../core/live/rows.ts'
import { lengthIn, verdictIn } from '../../ui/live/match-length.ts'

/** Why completing a match now may be a mistake (R-ST-6). */
export type Doubt = 'undecided' | 'running' | 'unattached' | 'offline' | 'unsent'

type Circumstances = {
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

/** By the rules of its stage; where they set no length, once the score is not level. */
export function isDecided(rows: Tables, match: MatchRow): boolean {
  const { winsPerMatch = 0, roundsPerMatch = 0 } = lengthIn(rows, match) ?? {}
  if (winsPerMatch > 0 || roundsPerMatch > 0) return verdictIn(rows, match).done
  return rows.bracket[match.bracket] !== undefined && match.blueScore !== match.goldScore
}

/** Whether it may end at this score at all: who has to have a winner cannot end level (R-GM-4). */
export function mayEnd(rows: Tables, match: MatchRow): boolean {
  const rules = lengthIn(rows, match)
  return match.blueScore !== match.goldScore || rules === null || canEndLevel(rules)
}
