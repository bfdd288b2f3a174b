import { expect, test } from 'vitest'
import { grandFinals } from '../layout/double-elim.ts'
import { range } from '#test/support/layouts.ts'
import { layout, matchCount } from './layouts.ts'
import type { LayoutStage } from './layouts.ts'
import { stageTypeNames } from './stage-types.ts'
import type { StageType } from './stage-types.ts'

const plain = { matchesPerOpponent: 1, thirdPlaceMatch: false }
const variants: Partial<Record<StageType, Partial<LayoutStage>[]>> = {
  round_robin: [{ matchesPerOpponent: 3 }],
  single_elim: [{ thirdPlaceMatch: true }],
  double_elim: grandFinals.map((grandFinal) => ({ grandFinal })),
}
const stages = stageTypeNames.flatMap((stageType) => {
  const all = [{}, ...(variants[stageType] ?? [])]
  return all.map((variant): LayoutStage => ({ ...plain, ...variant, stageType }))
})

test.each(stages)(
  'P15: $stageType $grandFinal: matchCount equals the number of matches of the layout',
  (stage) => {
    for (const entrants of [...range(0, 70), 100, 127, 128, 129]) {
      expect([entrants, matchCount(stage, entrants)]).toEqual([
        entrants,
        layout(stage, entrants).length,
      ])
    }
  },
)
