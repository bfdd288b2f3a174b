import { expect, test } from 'vitest'
import { lateSeconds, openUploadDelays } from './games.ts'

const startMs = Date.parse('2026-01-03T20:00:00.000Z')

/**
 * The delay of an event stored at second `at` that happened at `happened` by a clock `off` s off.
 */
function delayOf(
  delays: ReturnType<typeof openUploadDelays>,
  at: number,
  happened: number,
  off = 0,
): number {
  const iso = (seconds: number) => new Date(startMs + seconds * 1000).toISOString()
  const event = { gameID: 'g', eventID: 'e', time: iso(happened + off), type: 'spawn', values: [] }
  return delays.behind(1, event, iso(at))
}

test.each([0, 31_536_000, -31_536_000])('P17: a clock that is %i s off causes no delay', (off) => {
  const delays = openUploadDelays({})
  for (let second = 0; second < 100; second++) {
    expect(delayOf(delays, second + 0.2, second, off)).toBeLessThan(1)
  }
})

test('R-GE-4: events of a backlog are late, and later ones are not', () => {
  const delays = openUploadDelays({})
  delayOf(delays, 0.2, 0)
  for (let second = 10; second < 300; second++) {
    expect(delayOf(delays, 320 + second / 1000, second)).toBeGreaterThan(lateSeconds)
  }
  expect(delayOf(delays, 330.2, 330)).toBeLessThan(1)
})

/** The delays of the events of two games of two minutes each, one event each half second. */
function games(delays: ReturnType<typeof openUploadDelays>, from: number, off: number) {
  const late: number[][] = [[], []]
  for (const [game, start] of [from, from + 163].entries()) {
    for (let second = start; second < start + 127; second += 0.5) {
      // The connection stalls regularly.
      const stallsFor = second % 20 < 3 ? 3 - (second % 20) : 0
      late[game]!.push(delayOf(delays, second + 0.2 + stallsFor, second, off))
    }
  }
  return late
}

test('P17: after a clock was set back its events are not late from the second game on', () => {
  const delays = openUploadDelays({})
  delayOf(delays, 0.2, 0)
  const [first, second] = games(delays, 1, -36)
  expect(first![0]).toBeGreaterThan(lateSeconds)
  expect(Math.max(...second!)).toBeLessThan(lateSeconds)
  // When the clock is corrected, immediately.
  expect(Math.max(...games(delays, 400, 0).flat())).toBeLessThan(lateSeconds)
})

test.each([1.2, 3, 20])('R-GE-4: a backlog that is sent %f times as fast stays late', (speed) => {
  const delays = openUploadDelays({})
  delayOf(delays, 0.2, 0)
  // Disconnected for ten minutes; then the events of that time are uploaded.
  let at = 600
  for (let second = 10; at - second > lateSeconds + 1 && at < 1_190; second += 0.5) {
    expect(delayOf(delays, at, second)).toBeGreaterThan(lateSeconds)
    at = 600 + (second - 10) / speed
  }
})

test('R-GE-4: a backlog that pauses half-way is still late', () => {
  const delays = openUploadDelays({})
  delayOf(delays, 0.2, 0)
  for (let second = 10; second < 100; second++) delayOf(delays, 600 + second / 100, second)
  for (let second = 100; second < 190; second++) {
    expect(delayOf(delays, 800 + second / 100, second)).toBeGreaterThan(lateSeconds)
  }
})

test('P17: the same holds after a clock was set back by a year', () => {
  const delays = openUploadDelays({})
  delayOf(delays, 0.2, 0, 31_536_000)
  expect(delayOf(delays, 1.2, 1)).toBeGreaterThan(lateSeconds)
  for (let second = 2; second < 620; second++) delayOf(delays, second + 0.2, second)
  expect(delayOf(delays, 620.2, 620)).toBeLessThan(1)
})
