import { afterEach, expect, test, vi } from 'vitest'
import { pageState } from './page-state.ts'

afterEach(() => void vi.useRealTimers())

test('a page is live while it polls, receives the tournament, and shows the last switch', () => {
  vi.useFakeTimers({ now: 1_000_000 })
  const live = { agoMs: 1_500, silentMs: 4_000, version: 900_000 }
  const words = (change: object, expectedVersion = 900_000) =>
    pageState({ ...live, ...change }, expectedVersion).words
  expect(pageState(live, 900_000)).toEqual({ isGood: true, words: 'Live' })
  expect(words({ agoMs: 65_000 })).toBe('Lost: no contact for 1:05')
  expect(words({ silentMs: 65_000 })).toBe('Open, but what it shows is 1:05 old')
  expect(words({ silentMs: null })).toBe('Open, but it never heard from the server')
  expect(words({}, 950_000)).toBe('Behind: shows an earlier switch')
  expect(words({}, 999_000), 'it has a moment to say so').toBe('Live')
  expect(pageState({ ...live, agoMs: 65_000 }, 900_000).isGood).toBe(false)
})
