import { expect, test } from 'vitest'
import { lateSeconds, openUploadDelays } from './upload-delay.ts'

const startMs = Date.parse('2026-01-03T20:00:00.000Z')

/** An event that happened `happened` seconds after the start by a clock `off` seconds off. */
function told(
  lags: ReturnType<typeof openUploadDelays>,
  at: number,
  happened: number,
  off = 0,
): number {
  const iso = (seconds: number) => new Date(startMs + seconds * 1000).toISOString()
  const event = { gameID: 'g', eventID: 'e', time: iso(happened + off), type: 'spawn', values: [] }
  return lags.behind(1, event, iso(at))
}

test.each([0, 31_536_000, -31_536_000])('P17: a clock %i s off is not late', (off) => {
  const lags = openUploadDelays({})
  for (let second = 0; second < 100; second++) {
    expect(told(lags, second + 0.2, second, off)).toBeLessThan(1)
  }
})

test('R-GE-4: a backlog is late, and what comes after it is not', () => {
  const lags = openUploadDelays({})
  told(lags, 0.2, 0)
  for (let second = 10; second < 300; second++) {
    expect(told(lags, 320 + second / 1000, second)).toBeGreaterThan(lateSeconds)
  }
  expect(told(lags, 330.2, 330)).toBeLessThan(1)
})

/** Two games of two minutes with a pause between them; how late each half second's event is. */
function games(lags: ReturnType<typeof openUploadDelays>, from: number, off: number) {
  const late: number[][] = [[], []]
  for (const [game, start] of [from, from + 163].entries()) {
    for (let second = start; second < start + 127; second += 0.5) {
      // A line that stalls now and then.
      const stallsFor = second % 20 < 3 ? 3 - (second % 20) : 0
      late[game]!.push(told(lags, second + 0.2 + stallsFor, second, off))
    }
  }
  return late
}

test('P17: a clock that was set back is usual again before the second game', () => {
  const lags = openUploadDelays({})
  told(lags, 0.2, 0)
  const [first, second] = games(lags, 1, -36)
  expect(first![0]).toBeGreaterThan(lateSeconds)
  expect(Math.max(...second!)).toBeLessThan(lateSeconds)
  // And at once when it is put right.
  expect(Math.max(...games(lags, 400, 0).flat())).toBeLessThan(lateSeconds)
})

test.each([1.2, 3, 20])('R-GE-4: a backlog that is sent %f times as fast stays late', (speed) => {
  const lags = openUploadDelays({})
  told(lags, 0.2, 0)
  // Away for ten minutes, then all that was played meanwhile.
  let at = 600
  for (let second = 10; at - second > lateSeconds + 1 && at < 1_190; second += 0.5) {
    expect(told(lags, at, second)).toBeGreaterThan(lateSeconds)
    at = 600 + (second - 10) / speed
  }
})

test('R-GE-4: a backlog that stops half-way is as late as before', () => {
  const lags = openUploadDelays({})
  told(lags, 0.2, 0)
  for (let second = 10; second < 100; second++) told(lags, 600 + second / 100, second)
  for (let second = 100; second < 190; second++) {
    expect(told(lags, 800 + second / 100, second)).toBeGreaterThan(lateSeconds)
  }
})

test('P17: a clock that was set back by a year is usual again as well', () => {
  const lags = openUploadDelays({})
  told(lags, 0.2, 0, 31_536_000)
  expect(told(lags, 1.2, 1)).toBeGreaterThan(lateSeconds)
  for (let second = 2; second < 620; second++) told(lags, second + 0.2, second)
  expect(told(lags, 620.2, 620)).toBeLessThan(1)
})
