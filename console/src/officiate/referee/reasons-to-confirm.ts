import { canEndLevel } from '#events/rules/match-length.ts'
import type { MatchRow } from '#events/schema/rows.ts'
import type { Tables } from '../../core/live/rows.ts'
import { lengthIn, matchEndIn } from '../../ui/live/match-length.ts'

/** Why completing a match now may be a mistake (R-ST-6). */
export type ReasonToConfirm = 'undecided' | 'running' | 'unattached' | 'offline' | 'unsent'

type Situation = {
  isDecided: boolean
  /** a game of the match or on its cabinet is running */
  isRunning: boolean
  /** a finished game of the match waits for an official to count or reject it */
  hasUncounted: boolean
  isOffline: boolean
  /** this device has overdue presses */
  hasUnsent: boolean
}

/** Empty: one press completes the match. Otherwise the console asks for confirmation. */
export function reasonsToConfirmIn(situation: Situation): ReasonToConfirm[] {
  const found: [boolean, ReasonToConfirm][] = [
    [!situation.isDecided, 'undecided'],
    [situation.isRunning, 'running'],
    [situation.hasUncounted, 'unattached'],
    [situation.isOffline, 'offline'],
    [situation.hasUnsent, 'unsent'],
  ]
  return found.filter(([applies]) => applies).map(([, reason]) => reason)
}

/** Whether the stage's match length is reached; without one, whether the score is not level. */
export function isDecided(rows: Tables, match: MatchRow): boolean {
  const { winsPerMatch = 0, roundsPerMatch = 0 } = lengthIn(rows, match) ?? {}
  if (winsPerMatch > 0 || roundsPerMatch > 0) return matchEndIn(rows, match).done
  return rows.bracket[match.bracket] !== undefined && match.blueScore !== match.goldScore
}

/** Whether a match may end at its score: one that needs a winner cannot end level (R-GM-4). */
export function mayEnd(rows: Tables, match: MatchRow): boolean {
  const rules = lengthIn(rows, match)
  return match.blueScore !== match.goldScore || rules === null || canEndLevel(rules)
}
