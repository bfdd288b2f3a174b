import { expect, test } from 'vitest'
import { ApiError } from './external-bracket.ts'
import { openPollInterval, pauseAfter } from './poll-interval.ts'

function at(): { time: number; pace: ReturnType<typeof openPollInterval> } {
  const clock = { time: 1_000_000 }
  return Object.assign(clock, { pace: openPollInterval({ now: () => clock.time }) })
}

/** How often it is looked at within a minute, asked every half second. */
function looks(playing: boolean): number {
  const given = at()
  let count = 0
  for (let ms = 0; ms < 60_000; ms += 500) {
    if (given.pace.isDue(playing)) {
      given.pace.looked()
      count++
    }
    given.time += 500
  }
  return count
}

test('R-CL-5: 12 looks a minute when idle, 30 during play', () =>
  expect([looks(false), looks(true)]).toEqual([12, 30]))

test('R-CL-5: something that happened is looked at at once', () => {
  const { pace } = at()
  pace.looked()
  expect(pace.isDue(true)).toBe(false)
  pace.pollNow()
  expect(pace.isDue(true)).toBe(true)
})

test('R-CL-5: pauses double up to a minute, and what is asked for is kept to', () => {
  expect([1, 2, 3, 4, 5, 6, 40].map((n) => pauseAfter(n) / 1000)).toEqual([2, 4, 8, 16, 32, 60, 60])
  expect(pauseAfter(1, 90_000)).toBe(90_000)
  expect(pauseAfter(1, 1e12)).toBe(3_600_000)
})

test('R-CL-5: after a 429 nothing goes before its time, then all goes again', () => {
  const given = at()
  given.pace.failed(new ApiError(429, 7_000))
  expect([given.pace.isOpen(), given.pace.trouble()?.status]).toEqual([false, 429])
  given.time += 6_999
  expect(given.pace.isOpen()).toBe(false)
  given.time += 1
  expect([given.pace.isOpen(), given.pace.trouble()]).toEqual([true, null])
})

test('R-CL-5: what is refused for good closes nothing', () => {
  const { pace } = at()
  pace.failed(new ApiError(422))
  expect(pace.isOpen()).toBe(true)
})
