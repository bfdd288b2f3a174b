import { expect, test } from 'vitest'
import { toneAt } from './start-sounds.ts'

const heard = (...seconds: (number | null)[]) =>
  seconds.flatMap((now, index) => toneAt(seconds[index - 1] ?? null, now) ?? [])

test('ux 41: ten seconds before a forced start it sounds once, then for each of the last three', () => {
  const all = Array.from({ length: 14 }, (_, index) => 12 - index)
  expect(heard(...all)).toEqual(['soon', 'tick', 'tick', 'tick'])
})

test('ux 41: a page that is opened late, more time and a timer that is stopped are silent', () => {
  expect(heard(null, 8, 7)).toEqual([])
  expect(heard(9, 39, 38)).toEqual([])
  expect(heard(5, null, 4)).toEqual([])
  expect(heard(20, 19, null)).toEqual([])
})

test('ux 41: seconds that were slept through are not heard one by one', () => {
  expect(heard(30, 6)).toEqual(['soon'])
  expect(heard(30, 2)).toEqual(['tick'])
  expect(heard(30, -5)).toEqual([])
})
