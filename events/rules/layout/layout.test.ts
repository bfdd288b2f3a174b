import { expect, test } from 'vitest'
import { range } from '../../../test/support/layouts.ts'
import { layout, matchCount } from './layout.ts'
import type { LayoutStage } from './layout.ts'

const kinds: Partial<LayoutStage>[] = [
  { stageType: 'round_robin' },
  { stageType: 'round_robin', matchesPerOpponent: 3 },
  { stageType: 'single_elim' },
  { stageType: 'single_elim', thirdPlaceMatch: true },
  ...(['double', 'single', 'none', 'best_of'] as const).map(
    (grandFinal) => ({ stageType: 'double_elim', grandFinal }) as const,
  ),
  { stageType: 'double_elim' },
  { stageType: 'ladder' },
  { stageType: 'custom' },
]

test.each(kinds)('P15: $stageType $grandFinal is counted as it is made', (kind) => {
  const plain = { stageType: 'custom', matchesPerOpponent: 1, thirdPlaceMatch: false } as const
  const stage: LayoutStage = { ...plain, ...kind }
  for (const entrants of [...range(0, 70), 100, 127, 128, 129]) {
    expect([entrants, matchCount(stage, entrants)]).toEqual([
      entrants,
      layout(stage, entrants).length,
    ])
  }
})
