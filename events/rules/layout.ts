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
