/** Who picks when in a captain draft. Teams and places in a round count from 0 (R-DR-1). */
export const pickOrders = ['straight', 'serpentine', 'reverse3', 'third_round_reversal'] as const
export type PickOrder = (typeof pickOrders)[number]

/** Rounds that go from the last team to the first; round 0 are the captains. */
const reversed: Record<PickOrder, readonly number[]> = {
  straight: [],
  serpentine: [2, 4],
  reverse3: [3],
  /** the order of fantasy leagues, another one than `reverse3` (R-DR-2) */
  third_round_reversal: [2, 3],
}

/** The team that has the turn at a place of a round. */
export function teamAt(order: PickOrder, teams: number, round: number, index: number): number {
  return reversed[order].includes(round) ? teams - 1 - index : index
}

/** The place at which a team has its turn in a round; reversing twice is no change. */
export const turnOf = teamAt
