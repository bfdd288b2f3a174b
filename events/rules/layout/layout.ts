import { doubleElim } from './double-elim.ts'
import type { GrandFinal } from './double-elim.ts'
import { ladder } from './ladder.ts'
import { roundRobin } from './round-robin.ts'
import { singleElim } from './single-elim.ts'

export type StageType = 'round_robin' | 'single_elim' | 'double_elim' | 'ladder' | 'custom'
export type MatchType = 'winners' | 'losers' | 'first_final' | 'second_final' | 'third_place'

/** seed is 1-based; match references are 0-based indexes into the layout's list */
export type LayoutSlot = { seed: number } | { winnerOf: number } | { loserOf: number }

export type LayoutTarget = { match: number; slot: 0 | 1 }

export type LayoutMatch = {
  num: number
  type: MatchType | null
  roundNum: number | null
  roundName: string
  /** blue, gold */
  slots: [LayoutSlot, LayoutSlot]
  winnerTo: LayoutTarget | null
  loserTo: LayoutTarget | null
  winnerPlace: number | null
  loserPlace: number | null
  /** the second grand final: hidden until the losers-bracket champion wins the first (R-BR-7) */
  ifNeeded: boolean
}

export type LayoutStage = {
  stageType: StageType
  matchesPerOpponent: number
  thirdPlaceMatch: boolean
  grandFinal?: GrandFinal | undefined
}

/** How many matches `layout` makes, without making any: limits are asked before the work (P15). */
export function matchCount(stage: LayoutStage, entrants: number): number {
  if (entrants < 2) return 0
  const { stageType, matchesPerOpponent, thirdPlaceMatch, grandFinal = 'double' } = stage
  switch (stageType) {
    case 'round_robin':
      return (Math.max(1, matchesPerOpponent) * entrants * (entrants - 1)) / 2
    case 'single_elim':
      return entrants - 1 + (thirdPlaceMatch && entrants >= 4 ? 1 : 0)
    case 'double_elim':
      return 2 * entrants - 3 + { none: 0, single: 1, best_of: 1, double: 2 }[grandFinal]
    case 'ladder':
      return entrants - 1
    case 'custom':
      return 0
  }
}

/** Every match of a stage, in play order (R-BR-3). */
export function layout(stage: LayoutStage, entrants: number): LayoutMatch[] {
  if (entrants < 2) return []
  switch (stage.stageType) {
    case 'round_robin':
      return roundRobin(entrants, stage.matchesPerOpponent)
    case 'single_elim':
      return singleElim(entrants, stage.thirdPlaceMatch)
    case 'double_elim':
      return doubleElim(entrants, stage.grandFinal ?? 'double')
    case 'ladder':
      return ladder(entrants)
    case 'custom':
      return []
  }
}
