export type DropOrder = 'natural' | 'reverse' | 'halfShift' | 'reverseHalfShift'

/**
 * R-BR-6: by bracket size and winners round, the order in which losers enter the losers bracket, so
 * that teams meet again as late as possible. Later rounds, which are not listed, are natural. Size
 * 16 mirrors the rule's "natural, reverse, natural": the pairings are the same, with the numbers of
 * the real brackets of 9 and 12 teams.
 */
const dropOrders: Record<number, DropOrder[]> = {
  8: ['natural', 'reverse'],
  16: ['reverse', 'natural', 'reverse'],
  32: ['natural', 'reverseHalfShift', 'halfShift'],
  64: ['natural', 'halfShift', 'reverseHalfShift', 'reverse'],
  // Not in the rule: the best combinations of these orders, with no rematch before losers round 8.
  128: ['natural', 'reverseHalfShift', 'halfShift', 'reverse', 'natural', 'reverse'],
  256: ['natural', 'reverse', 'halfShift', 'reverseHalfShift', 'natural', 'reverse'],
  512: [
    'natural',
    'reverseHalfShift',
    'reverse',
    'halfShift',
    'natural',
    'reverseHalfShift',
    'reverse',
  ],
  1024: [
    'natural',
    'halfShift',
    'reverse',
    'reverseHalfShift',
    'natural',
    'halfShift',
    'reverse',
    'reverseHalfShift',
    'reverse',
  ],
}

/** The losers of a winners round (1-based) in the order in which they enter the losers bracket. */
export function dropOrder<T>(size: number, round: number, losers: T[]): T[] {
  return inDropOrder(dropOrders[size]?.[round - 1] ?? 'natural', losers)
}

export function inDropOrder<T>(order: DropOrder, losers: T[]): T[] {
  const half = losers.length >> 1
  switch (order) {
    case 'natural':
      return losers
    case 'reverse':
      return losers.toReversed()
    case 'halfShift':
      return [...losers.slice(half), ...losers.slice(0, half)]
    case 'reverseHalfShift':
      return [...losers.slice(0, half).reverse(), ...losers.slice(half).reverse()]
  }
}
