import { expect, test } from 'vitest'
import { toneAt } from './start-sounds.ts'

const tonesFor = (...seconds: (number | null)[]) =>
  seconds.flatMap((now, index) => toneAt(seconds[index - 1] ?? null, now) ?? [])

test('ux 41: a forced start sounds once at ten seconds, then at each of the last three seconds', () => {
  const all = Array.from({ length: 14 }, (_, index) => 12 - index)
  expect(tonesFor(...all)).toEqual(['soon', 'tick', 'tick', 'tick'])
})

test('ux 41: a page opened late, an extended timer and a stopped timer are silent', () => {
  expect(tonesFor(null, 8, 7)).toEqual([])
  expect(tonesFor(9, 39, 38)).toEqual([])
  expect(tonesFor(5, null, 4)).toEqual([])
  expect(tonesFor(20, 19, null)).toEqual([])
})

test('ux 41: skipped seconds do not sound one by one', () => {
  expect(tonesFor(30, 6)).toEqual(['soon'])
  expect(tonesFor(30, 2)).toEqual(['tick'])
  expect(tonesFor(30, -5)).toEqual([])
})
