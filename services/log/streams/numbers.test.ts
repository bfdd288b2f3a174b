import { expect, test } from 'vitest'
import {
  firstOf,
  olderPairs,
  pairAt,
  pairCounts,
  pairOfShard,
  shardCount,
  shardsOf,
} from './numbers.ts'

test.each(pairCounts)('%i pairs have every shard once, and each in the pair that is asked', (n) => {
  const all = Array.from({ length: n }, (_, pair) => shardsOf(pair, n))
  expect(all.flat().toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: shardCount }, (_, shard) => shard),
  )
  all.forEach((shards, pair) => {
    expect(shards.every((shard) => pairOfShard(shard, n) === pair)).toBe(true)
  })
})

test('positions of a shard only grow, however often the number of pairs was doubled', () => {
  for (let shard = 0; shard < shardCount; shard++) {
    const way = pairCounts.map((n) => pairOfShard(shard, n))
    expect(way).toEqual(way.toSorted((a, b) => a - b))
    expect(olderPairs(way.at(-1)!)).toEqual([...new Set(way)].slice(0, -1))
  }
})

test('a position says in which pair it is', () => {
  for (let pair = 0; pair < 8; pair++) {
    expect([pairAt(firstOf(pair)), pairAt(firstOf(pair + 1) - 1)]).toEqual([pair, pair])
  }
  expect(Number.isSafeInteger(firstOf(8))).toBe(true)
  expect(pairAt(0)).toBe(0)
})
