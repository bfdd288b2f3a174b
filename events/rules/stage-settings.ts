import type { GrandFinal } from './layout/double-elim.ts'
import type { Tiebreaker } from './tiebreakers.ts'

/** What one queue can hold, and what one commit and its frame can carry. */
export const maxMatches = 5_000

/** The most that each setting of a stage may be. */
export const stageLimits = {
  name: 100,
  /** one for each letter of their names */
  numGroups: 26,
  roundsPerMatch: 200,
  winsPerMatch: 99,
  matchesPerOpponent: 10,
  /** seconds */
  queueTimer: 120,
}
export function groupName(index: number): string {
  return `Group ${String.fromCodePoint(65 + index)}`
}

/** The name of a stage leaves room for that of each of its groups. */
export function maxNameLength(numGroups: number): number {
  return stageLimits.name - (numGroups > 1 ? ` ${groupName(0)}`.length : 0)
}

const stageTiebreakers: Tiebreaker[] = [
  'game_win_pct',
  'h2h_games',
  'match_win_pct',
  'game_time_in_losses',
  'dice_roll',
]
/** What a new stage begins with. */
export const stageDefaults = {
  stageType: null,
  roundsPerMatch: 0,
  winsPerMatch: 0,
  matchesPerOpponent: 1,
  addTiebreaker: false,
  thirdPlaceMatch: false,
  queueTimer: 30,
  autoWarmup: 'never' as const,
  randomizeSides: false,
  stageTiebreakers,
}
/** What a stage has where its log says nothing of settings that came later. */
export const laterDefaults = {
  autoComplete: true,
  grandFinal: 'double' as GrandFinal,
  restartOnSplit: false,
  reportAsSets: false,
}
