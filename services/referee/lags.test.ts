import { expect, test } from 'vitest'
import { lateSeconds, openLags } from './lags.ts'

const startMs = Date.parse('2026-01-03T20:00:00.000Z')

/** An event that happened `happened` seconds after the start by a clock `off` seconds off. */
function told(lags: ReturnType<typeof openLags>, at: number, happened: number, off = 0): number {
  const iso = (seconds: number) => new Date(startMs + seconds * 1000).toISOString()
  const event = { gameID: 'g', eventID: 'e', time: iso(happened + off), type: 'spawn', values: [] }
  return lags.behind(1, event, iso(at))
}

test.each([0, 31_536_000, -31_536_000])('P17: a clock %i s off is not late', (off) => {
  const lags = openLags({})
  for (let second = 0; second < 100; second++) {
    expect(told(lags, second + 0.2, second, off)).toBeLessThan(1)
  }
})

test('R-GE-4: a backlog is late, and what comes after it is not', () => {
  const lags = openLags({})
  told(lags, 0.2, 0)
  for (let second = 10; second < 300; second++) {
    expect(told(lags, 320 + second / 1000, second)).toBeGreaterThan(lateSeconds)
  }
  expect(told(lags, 330.2, 330)).toBeLessThan(1)
})

test('P17: a clock that was set back is usual again after ten minutes', () => {
  const lags = openLags({})
  told(lags, 0.2, 0, 31_536_000)
  expect(told(lags, 1.2, 1)).toBeGreaterThan(lateSeconds)
  for (let second = 2; second < 620; second++) told(lags, second + 0.2, second)
  expect(told(lags, 620.2, 620)).toBeLessThan(1)
})
