import { expect, test } from 'vitest'
import {
  firstOf,
  olderPairs,
  pairAt,
  pairCounts,
  pairOfShard,
  shardCount,
  shardsOf,
} from './shards.ts'

test.each(pairCounts)('with %i pairs every shard is in exactly one, as pairOfShard says', (n) => {
  const all = Array.from({ length: n }, (_, pair) => shardsOf(pair, n))
  expect(all.flat().toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: shardCount }, (_, shard) => shard),
  )
  all.forEach((shards, pair) => {
    expect(shards.every((shard) => pairOfShard(shard, n) === pair)).toBe(true)
  })
})

test('positions of a shard only grow when the number of pairs is doubled', () => {
  for (let shard = 0; shard < shardCount; shard++) {
    const pairs = pairCounts.map((n) => pairOfShard(shard, n))
    expect(pairs).toEqual(pairs.toSorted((a, b) => a - b))
    expect(olderPairs(pairs.at(-1)!)).toEqual([...new Set(pairs)].slice(0, -1))
  }
})

test('the pair of a message follows from its position', () => {
  for (let pair = 0; pair < 8; pair++) {
    expect([pairAt(firstOf(pair)), pairAt(firstOf(pair + 1) - 1)]).toEqual([pair, pair])
  }
  expect(Number.isSafeInteger(firstOf(8))).toBe(true)
  expect(pairAt(0)).toBe(0)
})
