// Maps scenes to shards, and shards and positions to pairs of streams. Stored data depends on these
// formulas, so they never change.

/** Never changes, because a scene's shard is part of its subjects. */
export const shardCount = 64

/**
 * The possible numbers of pairs. Each step doubles, so that a shard only moves to a higher pair.
 */
export const pairCounts = [1, 2, 4, 8] as const

/** Every pair has its own range of positions, so that a position identifies its pair. */
const positionsOfPair = 2 ** 40

export function shardOfScene(scene: number): number {
  return scene % shardCount
}

export function pairOfShard(shard: number, pairs: number): number {
  return shard % pairs
}

/** The shards of a pair, if there are `pairs` pairs. */
export function shardsOf(pair: number, pairs: number): number[] {
  return Array.from({ length: shardCount / pairs }, (_, n) => pair + n * pairs)
}

/** The first position of a pair. */
export function firstOf(pair: number): number {
  return pair * positionsOfPair + 1
}

/** The pair that a position is in. */
export function pairAt(seq: number): number {
  return Math.max(0, Math.floor((seq - 1) / positionsOfPair))
}

/**
 * The name under which a value is stored for each pair: `notify` for the first, then `notify.1` …
 */
export function nameForPair<Name extends string>(
  name: Name,
  pair: number,
): Name | `${Name}.${number}` {
  return pair === 0 ? name : `${name}.${pair}`
}

/**
 * The pairs that had the shards of this pair when there were fewer pairs, oldest first. Messages
 * stored there stay there.
 */
export function olderPairs(pair: number): number[] {
  const all = pairCounts.map((count) => pairOfShard(pair, count))
  return [...new Set(all)].filter((older) => older !== pair)
}
