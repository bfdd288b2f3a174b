import { expect, test } from 'vitest'
import { openBoundedCache } from './bounded-cache.ts'

test('what was used longest ago is dropped when there are too many bytes', () => {
  const dropped: [number, string][] = []
  const cache = openBoundedCache<string>(100, (...one) => dropped.push(one))
  cache.put(1, 'one', 40)
  cache.put(2, 'two', 40)
  expect(cache.get(1)).toBe('one')
  cache.put(3, 'three', 40)
  expect(dropped).toEqual([[2, 'two']])
  expect([1, 2, 3].map((key) => cache.get(key))).toEqual(['one', undefined, 'three'])
  expect([cache.size(), cache.bytes()]).toEqual([2, 80])
})

test('a value that has grown counts as large as it is now', () => {
  const dropped: number[] = []
  const cache = openBoundedCache<string>(100, (key) => dropped.push(key))
  for (const key of [1, 2]) cache.put(key, 'small', 30)
  cache.put(2, 'large', 90)
  expect(dropped).toEqual([1])
  expect(cache.bytes()).toBe(90)
  cache.delete(2)
  expect([cache.size(), cache.bytes()]).toEqual([0, 0])
})

test('the last one stays, however large it is', () => {
  const cache = openBoundedCache<string>(100)
  cache.put(1, 'one', 50)
  cache.put(2, 'two', 500)
  expect([cache.get(1), cache.get(2)]).toEqual([undefined, 'two'])
  cache.clear()
  expect([cache.size(), cache.bytes()]).toEqual([0, 0])
})

/** Hits of several turns through so many keys, of which a hundred fit. */
function hitsInTurn(keys: number, turns: number): number {
  const cache = openBoundedCache<number>(100)
  let hits = 0
  for (let turn = 0; turn <= turns; turn++) {
    for (let key = 0; key < keys; key++) {
      const found = cache.get(key)
      if (found !== undefined && turn > 0) hits++
      if (found === undefined) cache.put(key, key, 1)
      cache.get(key) // as a command does, several times
      cache.put(key, key, 1)
    }
  }
  return hits / turns
}

test('in turns through more than fits, most of what fits is found', () => {
  expect(hitsInTurn(100, 5)).toBe(100)
  expect(hitsInTurn(170, 5)).toBeGreaterThan(85)
})

test('what is asked for again, though it came late, outlasts what nobody asks for', () => {
  const cache = openBoundedCache<string>(100)
  for (let key = 0; key < 100; key++) cache.put(key, 'old', 1)
  for (let turn = 0; turn < 20; turn++) {
    for (const key of [1_000, 1_001]) if (!cache.get(key)) cache.put(key, 'busy', 1)
    cache.put(2_000 + turn, 'once', 1)
  }
  for (let turn = 0; turn < 50; turn++) cache.put(3_000 + turn, 'once', 1)
  expect([1_000, 1_001].map(cache.get)).toEqual(['busy', 'busy'])
  expect(cache.bytes()).toBe(100)
})
