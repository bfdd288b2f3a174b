// Which pair of streams has what: arithmetic only, the same in every process and for ever.

/** Fixed for ever: a scene's shard is part of its subjects. */
export const shardCount = 64

/** So many pairs of streams a log may have; each step doubles, so that a shard moves onwards only. */
export const pairCounts = [1, 2, 4, 8] as const

/** Every pair has positions of its own, so that a position alone says in which it is. */
const positionsOfPair = 2 ** 40

export function shardOfScene(scene: number): number {
  return scene % shardCount
}

export function pairOfShard(shard: number, pairs: number): number {
  return shard % pairs
}

/** the shards of a pair, while there are so many */
export function shardsOf(pair: number, pairs: number): number[] {
  return Array.from({ length: shardCount / pairs }, (_, n) => pair + n * pairs)
}

/** the first position of a pair */
export function firstOf(pair: number): number {
  return pair * positionsOfPair + 1
}

/** the pair that a position is in */
export function pairAt(seq: number): number {
  return Math.max(0, Math.floor((seq - 1) / positionsOfPair))
}

/** What is kept under a name, for each pair on its own: `notify`, and `notify.1` of the second. */
export function nameInPair<Name extends string>(
  name: Name,
  pair: number,
): Name | `${Name}.${number}` {
  return pair === 0 ? name : `${name}.${pair}`
}

/** Where the shards of a pair were while there were fewer, oldest first: what was stored there stays. */
export function olderPairs(pair: number): number[] {
  const all = pairCounts.map((count) => pairOfShard(pair, count))
  return [...new Set(all)].filter((older) => older !== pair)
}
