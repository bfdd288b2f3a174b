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
