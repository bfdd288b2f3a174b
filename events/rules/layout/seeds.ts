import type { Feed } from './layout-builder.ts'

/** Seeds from the top to the bottom of the bracket, by repeated splits (R-BR-1). */
export function seedOrder(size: number): number[] {
  let order = [1]
  while (order.length < size) {
    const sum = 2 * order.length + 1
    order = order.flatMap((seed) => [seed, sum - seed])
  }
  return order
}

export function bracketSize(entrants: number): number {
  let size = 2
  while (size < entrants) size *= 2
  return size
}

/** The entrants in bracket order; a seed beyond the last entrant is a bye (R-BR-2). */
export function entryFeeds(entrants: number): Feed[] {
  return seedOrder(bracketSize(entrants)).map((seed) => (seed <= entrants ? { seed } : null))
}

/** Distributes seeds to groups in snake order: 1 2 3, 3 2 1, 1 2 3 … (R-RR-2). */
export function snake(seeds: number, groups: number): number[][] {
  const dealt = Array.from({ length: groups }, (): number[] => [])
  for (let index = 0; index < seeds; index++) {
    const row = Math.floor(index / groups)
    const column = index % groups
    dealt[row % 2 === 0 ? column : groups - 1 - column]!.push(index + 1)
  }
  return dealt
}
