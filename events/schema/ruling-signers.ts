import type { RulingSigners } from './ruling.ts'

// Without the schemas of rulings: a screen asks, too.
const weight: Record<RulingSigners, number> = { one: 0, two_for_places: 1, two: 2 }

/** What is wanted, and never fewer than somebody else asks for. */
export function atLeast(wanted: RulingSigners, asked: RulingSigners): RulingSigners {
  return weight[wanted] < weight[asked] ? asked : wanted
}
