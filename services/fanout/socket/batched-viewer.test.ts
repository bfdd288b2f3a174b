import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { batchedViewer } from './batched-viewer.ts'
import type { Viewer } from './viewer.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('P14: a calm viewer gets the first message at once, then ordered batches every second', () => {
  const received: string[] = []
  const viewer: Viewer = {
    supportsCompression: false,
    isOpen: () => true,
    send: (bytes) => void received.push(bytes.toString()),
    sendLatest: () => true,
    close: () => {},
  }
  const calm = batchedViewer(viewer)
  calm.send(Buffer.from('a'))
  vi.advanceTimersByTime(0)
  expect(received).toEqual(['a'])
  for (const letter of 'bcdefgh') {
    calm.send(Buffer.from(letter))
    vi.advanceTimersByTime(250)
  }
  expect(received).toEqual(['a', 'bcde'])
  vi.advanceTimersByTime(1_000)
  expect(received).toEqual(['a', 'bcde', 'fgh'])
  vi.advanceTimersByTime(10_000)
  calm.send(Buffer.from('i'))
  vi.advanceTimersByTime(0)
  expect(received).toEqual(['a', 'bcde', 'fgh', 'i'])
})
