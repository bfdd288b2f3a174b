import { expect, test } from 'vitest'
import { durationIn, hours } from './durations.ts'

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

test('a duration is in hours or days, in words of the language', () => {
  const [hour, day] = [3_600_000, 86_400_000]
  const all = [hour, 2 * hour, day, 14 * day]
  expect(all.map((ms) => durationIn('en', ms))).toEqual(['1 hour', '2 hours', '1 day', '14 days'])
  expect(all.map((ms) => durationIn('es', ms))).toEqual(['1 hora', '2 horas', '1 día', '14 días'])
  expect(all.map((ms) => durationIn('he', ms))).toEqual(['שעה', 'שעתיים', 'יום', '14 ימים'])
})
