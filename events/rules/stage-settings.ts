import { defaultGrandFinal } from './layout/double-elim.ts'
import type { Tiebreaker } from './tiebreakers.ts'

/** The most matches of a queue and of a commit with its frame. */
export const maxMatches = 5_000
/** The largest number of teams of a stage. */
export const maxEntrants = 1_024

/** The ranges of the numeric settings of a stage. */
export const stageLimits = {
  /** groups are named by letters */
  numGroups: { min: 1, max: 26 },
  roundsPerMatch: { min: 0, max: 200 },
  winsPerMatch: { min: 0, max: 99 },
  matchesPerOpponent: { min: 1, max: 10 },
  /** seconds */
  queueTimer: { min: 0, max: 120 },
}
export const maxStageName = 100

export function groupName(index: number): string {
  return `Group ${String.fromCodePoint(65 + index)}`
}

/** `Pools Group A`; a stage called Groups has the word once: `Group A`. */
export function groupStageName(stage: string, index: number): string {
  const others = stage.trim().replace(/(^|\s)groups?$/i, '')
  return [others, groupName(index)].filter(Boolean).join(' ')
}

/** The name of a stage leaves room for the suffix of a group. */
export function maxNameLength(numGroups: number): number {
  return maxStageName - (numGroups > 1 ? ` ${groupName(0)}`.length : 0)
}

const stageTiebreakers: Tiebreaker[] = [
  'game_win_pct',
  'h2h_games',
  'match_win_pct',
  'game_time_in_losses',
  'dice_roll',
]
/** The settings of a new stage. */
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
/** Values for stages of older logs, which lack settings that were added later. */
export const addedSettingDefaults = {
  autoComplete: true,
  grandFinal: defaultGrandFinal,
  restartOnSplit: false,
  reportAsSets: false,
}
