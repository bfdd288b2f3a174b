import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchInTime } from './fetch-in-time.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a request without an answer fails after the limit, so that it can be retried', async () => {
  // Like a browser on a silent connection: pending until it is aborted.
  vi.stubGlobal('fetch', (_path: string, { signal }: RequestInit) => {
    return new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error))
    })
  })
  const ended = vi.fn<() => void>()
  const request = fetchInTime('/api/', {}, 30_000).catch(ended)
  await vi.advanceTimersByTimeAsync(29_999)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await request
  expect(ended).toHaveBeenCalledOnce()
})
