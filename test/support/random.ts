// The seeded random generators of tests. The seeds in test names refer to these sequences.

/** A linear congruential generator: the same seed gives the same numbers from 0 to 1. */
export function lcg(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

export type Dice = {
  random(): number
  among<T>(all: readonly T[]): T
  /** A whole number from 0 to `most`. */
  upTo(most: number): number
}

export function diceFrom(random: () => number): Dice {
  const upTo = (most: number) => Math.floor(random() * (most + 1))
  return { random, upTo, among: (all) => all[upTo(all.length - 1)]! }
}

export function dice(seed: number): Dice {
  return diceFrom(lcg(seed * 7919 + 13))
}
