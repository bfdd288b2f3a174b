import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Timer } from '#events/state/queue.ts'
import { openTimers } from './timers.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const minute = 60_000

/** A timer that is due after `ms`; counts how often it was offered to the desk. */
function armed(ms: number, mayFire: () => boolean) {
  let offers = 0
  const timers = openTimers(async () => {
    offers++
    return mayFire()
  })
  const dueAt = new Date(Date.now() + ms).toISOString()
  const timer = { cabinet: 1, after: 2, dueAt, waits: null } as Timer
  const running = { [timer.cabinet]: timer }
  timers.follow({ id: 3, version: 4, timers: running }, new Map())
  return { timers, offers: () => offers }
}

test('R-QT-1: a timer fires when it is due, and not before', async () => {
  const { timers, offers } = armed(30_000, () => true)
  await vi.advanceTimersByTimeAsync(29_999)
  expect(offers()).toBe(0)
  await vi.advanceTimersByTimeAsync(minute)
  expect(offers()).toBe(1)
  await timers.stop()
})

test('R-QT-1: a timer from before the clock was set back is offered every minute until the desk takes it', async () => {
  let isTaken = false
  const { timers, offers } = armed(60 * minute, () => isTaken)
  await vi.advanceTimersByTimeAsync(minute)
  expect(offers()).toBe(1)
  await vi.advanceTimersByTimeAsync(minute)
  expect(offers()).toBe(2)
  isTaken = true
  await vi.advanceTimersByTimeAsync(5 * minute)
  expect(offers()).toBe(3)
  await timers.stop()
})
