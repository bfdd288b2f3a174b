// Helpers for the tests of the rules.
import { layout } from '#events/rules/stage-types/layouts.ts'
import type { LayoutMatch, LayoutSlot } from '#events/rules/layout/layout-match.ts'
import type { LayoutStage } from '#events/rules/stage-types/layouts.ts'

export function matchesOf(entrants: number, stage: Partial<LayoutStage>): LayoutMatch[] {
  const defaults = {
    stageType: 'single_elim',
    matchesPerOpponent: 1,
    thirdPlaceMatch: false,
  } as const
  return layout({ ...defaults, ...stage }, entrants)
}

export function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
}

/** `4` for seed 4, `W1` and `L1` for the winner and the loser of match 1. */
function side(slot: LayoutSlot): string {
  if ('seed' in slot) return String(slot.seed)
  return 'winnerOf' in slot ? `W${slot.winnerOf + 1}` : `L${slot.loserOf + 1}`
}

export function meetings(matches: LayoutMatch[]): string[] {
  return matches.map(({ slots }) => slots.map(side).join('-'))
}

type Played = { match: LayoutMatch; seeds: [number, number]; winner: 0 | 1 }

/** Plays the matches in order; skips a second final that is not needed. */
export function played(matches: LayoutMatch[], winnerOf: (seeds: number[]) => 0 | 1): Played[] {
  const done: Played[] = []
  const seedOf = (slot: LayoutSlot): number => {
    if ('seed' in slot) return slot.seed
    const { seeds, winner } = done['winnerOf' in slot ? slot.winnerOf : slot.loserOf]!
    return seeds['winnerOf' in slot ? winner : winner === 0 ? 1 : 0]
  }
  for (const match of matches) {
    if (match.ifNeeded && done.at(-1)?.winner === 0) continue
    const seeds: [number, number] = [seedOf(match.slots[0]), seedOf(match.slots[1])]
    done.push({ match, seeds, winner: winnerOf(seeds) })
  }
  return done
}
