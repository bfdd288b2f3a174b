import { expect, test } from 'vitest'
import { backoffMs, connectionHealthAt } from './connection-health.ts'

test.each([
  [0, 'live'],
  [6_999, 'live'],
  [7_000, 'shaky'],
  [12_000, 'shaky'],
  [12_001, 'lost'],
])('the connection health %i ms after the last message is %s', (ageMs, health) => {
  expect(connectionHealthAt(ageMs)).toBe(health)
})

test('the console retries after 0.5, 1, 2, 4, 8, 10, 10 s', () => {
  const middle = () => 0.5
  expect([0, 1, 2, 3, 4, 5, 99].map((tries) => backoffMs(tries, middle))).toEqual([
    500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000,
  ])
  expect(backoffMs(0, () => 0)).toBe(400)
  expect(backoffMs(0, () => 1)).toBeCloseTo(600)
})
