import { defaultGrandFinal, doubleElim } from '../layout/double-elim.ts'
import type { GrandFinal } from '../layout/double-elim.ts'
import { ladder } from '../layout/ladder.ts'
import type { LayoutMatch } from '../layout/layout-match.ts'
import { roundRobin } from '../layout/round-robin.ts'
import { minForThirdPlace, singleElim } from '../layout/single-elim.ts'
import type { StageType } from './stage-types.ts'

export type LayoutStage = {
  stageType: StageType
  matchesPerOpponent: number
  thirdPlaceMatch: boolean
  grandFinal?: GrandFinal | undefined
}

type Layout = {
  /** the number of matches without creating them, to check limits before the work (P15) */
  count: (stage: LayoutStage, entrants: number) => number
  /** in play order (R-BR-3) */
  matches: (stage: LayoutStage, entrants: number) => LayoutMatch[]
  /** why these settings allow no layout for so many teams */
  problem?: (stage: LayoutStage, entrants: number) => LayoutProblem | null
}
type LayoutProblem = { code: 'NO_THIRD_PLACE'; detail: string }

const noThirdPlace = {
  code: 'NO_THIRD_PLACE',
  detail: 'A match for third place needs at least four teams.',
} as const

const layouts: Record<StageType, Layout> = {
  round_robin: {
    count: ({ matchesPerOpponent }, entrants) =>
      (Math.max(1, matchesPerOpponent) * entrants * (entrants - 1)) / 2,
    matches: ({ matchesPerOpponent }, entrants) => roundRobin(entrants, matchesPerOpponent),
  },
  single_elim: {
    count: ({ thirdPlaceMatch }, entrants) =>
      entrants - 1 + (thirdPlaceMatch && entrants >= minForThirdPlace ? 1 : 0),
    matches: ({ thirdPlaceMatch }, entrants) => singleElim(entrants, thirdPlaceMatch),
    problem: ({ thirdPlaceMatch }, entrants) =>
      thirdPlaceMatch && entrants < minForThirdPlace ? noThirdPlace : null,
  },
  double_elim: {
    count: ({ grandFinal = defaultGrandFinal }, entrants) =>
      2 * entrants - 3 + { none: 0, single: 1, best_of: 1, double: 2 }[grandFinal],
    matches: ({ grandFinal = defaultGrandFinal }, entrants) => doubleElim(entrants, grandFinal),
  },
  ladder: {
    count: (_, entrants) => entrants - 1,
    matches: (_, entrants) => ladder(entrants),
  },
  custom: { count: () => 0, matches: () => [] },
}

/** The number of matches of a layout. */
export function matchCount(stage: LayoutStage, entrants: number): number {
  return entrants < 2 ? 0 : layouts[stage.stageType].count(stage, entrants)
}

/** Every match of a stage, in play order (R-BR-3). */
export function layout(stage: LayoutStage, entrants: number): LayoutMatch[] {
  return entrants < 2 ? [] : layouts[stage.stageType].matches(stage, entrants)
}

export function layoutProblem(stage: LayoutStage, entrants: number): LayoutProblem | null {
  return layouts[stage.stageType].problem?.(stage, entrants) ?? null
}
