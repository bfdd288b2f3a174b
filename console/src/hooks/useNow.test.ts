import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { steppingClock } from './useNow.ts'

const minuteMs = 60_000
const serverMs = Date.parse('2026-01-02T20:00:20.000Z')

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test.each([0, 1_000, -1_000, 59_000, -59_000])(
  'R-ETA-1: pages opened at different times show the minute of the server (device ahead by %i ms)',
  (aheadMs) => {
    vi.setSystemTime(serverMs + aheadMs)
    const shown: number[] = []
    const open = (page: number) => {
      const { now, subscribe } = steppingClock(minuteMs, aheadMs)
      shown[page] = now()
      subscribe(() => {
        shown[page] = now()
      })
    }
    open(0)
    vi.advanceTimersByTime(25_000)
    open(1)
    for (let second = 25; second < 300; second++) {
      const server = serverMs + second * 1_000
      const minute = Math.floor(server / minuteMs) * minuteMs
      expect(shown.map((ms) => new Date(ms).toISOString())).toEqual(
        [minute, minute].map((ms) => new Date(ms).toISOString()),
      )
      vi.advanceTimersByTime(1_000)
    }
  },
)
