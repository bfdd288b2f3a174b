import { expect, test } from 'vitest'
import { durationText } from './duration-text.ts'
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

test('a duration is in the largest unit of which it is a whole number, in each language', () => {
  const all = [5_000, 60_000, 90_000, 1_800_000, 3_600_000, 86_400_000]
  expect(all.map((ms) => durationText('en', ms))).toEqual([
    '5 seconds',
    '1 minute',
    '90 seconds',
    '30 minutes',
    '1 hour',
    '1 day',
  ])
  expect(all.slice(3).map((ms) => durationText('es', ms))).toEqual([
    '30 minutos',
    '1 hora',
    '1 día',
  ])
  expect(all.slice(3).map((ms) => durationText('he', ms))).toEqual(['30 דקות', 'שעה', 'יום'])
})
