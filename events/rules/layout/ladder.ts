import { linkMatches } from './layout-builder.ts'
import type { LayoutMatch } from './layout-match.ts'

/**
 * R-LA-1: the last two seeds play. The winner then plays one seed after the other, up to seed 1.
 */
export function ladder(entrants: number): LayoutMatch[] {
  const steps = entrants - 1
  return linkMatches(
    Array.from({ length: steps }, (_, step) => ({
      type: null,
      roundNum: steps - step,
      roundName: step === steps - 1 ? 'Finals' : `Round ${step + 1}`,
      slots:
        step === 0
          ? [{ seed: entrants - 1 }, { seed: entrants }]
          : [{ winnerOf: step - 1 }, { seed: entrants - 1 - step }],
      winnerPlace: step === steps - 1 ? 1 : null,
      loserPlace: entrants - step,
      ifNeeded: false,
    })),
  )
}
