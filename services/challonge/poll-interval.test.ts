import { expect, test } from 'vitest'
import { ApiError } from './external-bracket.ts'
import { openPollInterval, pauseAfter } from './poll-interval.ts'

function openTest(): { time: number; interval: ReturnType<typeof openPollInterval> } {
  const clock = { time: 1_000_000 }
  return Object.assign(clock, { interval: openPollInterval({ now: () => clock.time }) })
}

/** The number of polls in a minute, checked every half second. */
function pollsPerMinute(playing: boolean): number {
  const setup = openTest()
  let count = 0
  for (let ms = 0; ms < 60_000; ms += 500) {
    if (setup.interval.isDue(playing)) {
      setup.interval.polled()
      count++
    }
    setup.time += 500
  }
  return count
}

test('R-CL-5: 12 polls a minute when idle, 30 during play', () =>
  expect([pollsPerMinute(false), pollsPerMinute(true)]).toEqual([12, 30]))

test('R-CL-5: pollNow makes the next poll due immediately', () => {
  const { interval } = openTest()
  interval.polled()
  expect(interval.isDue(true)).toBe(false)
  interval.pollNow()
  expect(interval.isDue(true)).toBe(true)
})

test('R-CL-5: backoff doubles up to a minute, and Retry-After is respected', () => {
  expect([1, 2, 3, 4, 5, 6, 40].map((n) => pauseAfter(n) / 1000)).toEqual([2, 4, 8, 16, 32, 60, 60])
  expect(pauseAfter(1, 90_000)).toBe(90_000)
  expect(pauseAfter(1, 1e12)).toBe(3_600_000)
})

test('R-CL-5: after a 429 nothing is sent until the wait is over', () => {
  const setup = openTest()
  setup.interval.failed(new ApiError(429, 7_000))
  expect([setup.interval.isOpen(), setup.interval.error()?.status]).toEqual([false, 429])
  setup.time += 6_999
  expect(setup.interval.isOpen()).toBe(false)
  setup.time += 1
  expect([setup.interval.isOpen(), setup.interval.error()]).toEqual([true, null])
})

test('R-CL-5: an error that is not retryable causes no wait', () => {
  const { interval } = openTest()
  interval.failed(new ApiError(422))
  expect(interval.isOpen()).toBe(true)
})
