// A small seeded random generator: the same seed gives the same game, including its ids.
export type Random = {
  next(): number
  between(low: number, high: number): number
  whole(low: number, high: number): number
  chance(probability: number): boolean
  pick<Item>(items: readonly Item[]): Item
  shuffled<Item>(items: readonly Item[]): Item[]
  uuid(): string
}

function seedOf(seed: number | string): number {
  let hash = 2_166_136_261
  for (const letter of String(seed)) hash = Math.imul(hash ^ letter.codePointAt(0)!, 16_777_619)
  return hash >>> 0
}

/** The generator Mulberry32: numbers from 0 to 1. */
export function mulberry32(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export function random(seed: number | string): Random {
  const next = mulberry32(seedOf(seed))
  function between(low: number, high: number): number {
    return low + next() * (high - low)
  }
  function whole(low: number, high: number): number {
    return Math.floor(between(low, high + 1))
  }
  function shuffled<Item>(items: readonly Item[]): Item[] {
    const keyed = items.map((item) => ({ item, key: next() }))
    return keyed.sort((one, other) => one.key - other.key).map(({ item }) => item)
  }
  function hex(digits: number): string {
    return Array.from({ length: digits }, () => whole(0, 15).toString(16)).join('')
  }
  return {
    next,
    between,
    whole,
    shuffled,
    chance: (probability) => next() < probability,
    pick: (items) => items[whole(0, items.length - 1)]!,
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${whole(8, 11).toString(16)}${hex(3)}-${hex(12)}`,
  }
}
