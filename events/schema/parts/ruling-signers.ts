import type { RulingSigners } from './ruling.ts'

// Not in ruling.ts, because screens use this without the schemas of rulings.
const weight: Record<RulingSigners, number> = { one: 0, two_for_places: 1, two: 2 }

/** The chosen number of signers, but not less strict than the minimum. */
export function atLeast(chosen: RulingSigners, minimum: RulingSigners): RulingSigners {
  return weight[chosen] < weight[minimum] ? minimum : chosen
}
