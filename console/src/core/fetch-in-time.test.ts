import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchInTime } from './fetch-in-time.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('an answer that does not come ends in a failure, so that it is asked for again', async () => {
  // As a browser does on a connection that went silent: nothing, until it is told to stop.
  vi.stubGlobal('fetch', (_path: string, { signal }: RequestInit) => {
    return new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error))
    })
  })
  const ended = vi.fn<() => void>()
  const asked = fetchInTime('/api/', {}, 30_000).catch(ended)
  await vi.advanceTimersByTimeAsync(29_999)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await asked
  expect(ended).toHaveBeenCalledOnce()
})
