import { expect, test } from 'vitest'
import { median } from './numbers.ts'

test.each([
  ['the value in the middle', [3, 1, 2], 2],
  ['the mean of the two in the middle', [4, 10, 1, 3], 3.5],
  ['undefined without values', [], Number.NaN],
])('the median is %s', (_, numbers, expected) => {
  expect(median(numbers)).toBe(expected)
})
