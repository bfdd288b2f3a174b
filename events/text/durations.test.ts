import { expect, test } from 'vitest'
import { hours } from './durations.ts'

test('times of an hour or more include hours', () => {
  expect([0, 59, 60, 600, 3_599, 3_600, 36_061, 86_399].map(hours)).toEqual([
    '0:00',
    '0:59',
    '1:00',
    '10:00',
    '59:59',
    '1:00:00',
    '10:01:01',
    '23:59:59',
  ])
})
