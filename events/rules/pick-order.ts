/** The order of picks in a captain draft. Teams and turns of a round count from 0 (R-DR-1). */
export const pickOrders = ['straight', 'serpentine', 'reverse3', 'third_round_reversal'] as const
export type PickOrder = (typeof pickOrders)[number]

/** Rounds that go from the last team to the first. In round 0 the captains are set. */
const reversed: Record<PickOrder, readonly number[]> = {
  straight: [],
  serpentine: [2, 4],
  reverse3: [3],
  /** the order of fantasy leagues, which differs from `reverse3` (R-DR-2) */
  third_round_reversal: [2, 3],
}

/** The team that picks at a turn of a round. */
export function teamAt(order: PickOrder, teams: number, round: number, index: number): number {
  return reversed[order].includes(round) ? teams - 1 - index : index
}

/** The turn of a team in a round. Reversing is its own inverse, so the function is the same. */
export const turnOf = teamAt
