import { expect, test } from 'vitest'
import { openBoundedCache } from './bounded-cache.ts'

test('drops the least recently used value when there are too many bytes', () => {
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

test('counts the current size of a value that has grown', () => {
  const dropped: number[] = []
  const cache = openBoundedCache<string>(100, (key) => dropped.push(key))
  for (const key of [1, 2]) cache.put(key, 'small', 30)
  cache.put(2, 'large', 90)
  expect(dropped).toEqual([1])
  expect(cache.bytes()).toBe(90)
  cache.delete(2)
  expect([cache.size(), cache.bytes()]).toEqual([0, 0])
})

test('keeps the last value that was put in, however large it is', () => {
  const cache = openBoundedCache<string>(100)
  cache.put(1, 'one', 50)
  cache.put(2, 'two', 500)
  expect([cache.get(1), cache.get(2)]).toEqual([undefined, 'two'])
  cache.clear()
  expect([cache.size(), cache.bytes()]).toEqual([0, 0])
})

/** Hits per pass of several passes through `keys` keys, of which 100 fit. */
function hitsPerPass(keys: number, turns: number): number {
  const cache = openBoundedCache<number>(100)
  let hits = 0
  for (let turn = 0; turn <= turns; turn++) {
    for (let key = 0; key < keys; key++) {
      const found = cache.get(key)
      if (found !== undefined && turn > 0) hits++
      if (found === undefined) cache.put(key, key, 1)
      cache.get(key) // a command reads its state several times
      cache.put(key, key, 1)
    }
  }
  return hits / turns
}

test('finds most of the values that fit in repeated passes through more keys than fit', () => {
  expect(hitsPerPass(100, 5)).toBe(100)
  expect(hitsPerPass(170, 5)).toBeGreaterThan(85)
})

test('a value that is read again outlasts older values that are not', () => {
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
