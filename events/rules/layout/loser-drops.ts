type Order = 'natural' | 'reverse' | 'halfShift' | 'reverseHalfShift'

/**
 * R-BR-6: in which order the losers of each winners round enter the losers bracket, so that teams
 * meet again as late as possible. Rounds not named, the last ones, are natural.
 * 16 is the rule's "natural, reverse, natural" seen in a mirror: the same meetings, numbered as in
 * the real brackets of 9 and 12 teams.
 */
const dropOrders: Record<number, Order[]> = {
  8: ['natural', 'reverse'],
  16: ['reverse', 'natural', 'reverse'],
  32: ['natural', 'reverseHalfShift', 'halfShift'],
  64: ['natural', 'halfShift', 'reverseHalfShift', 'reverse'],
  // Beyond the rule: the best of all combinations of these orders, no rematch before round 8.
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
export function dropped<T>(size: number, round: number, losers: T[]): T[] {
  const half = losers.length >> 1
  switch (dropOrders[size]?.[round - 1] ?? 'natural') {
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
