import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { batched } from './batched-viewer.ts'
import type { Viewer } from './viewer.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('P14: who only looks is told at once, then once a second, of everything in its order', () => {
  const heard: string[] = []
  const viewer: Viewer = {
    unpacks: false,
    isOpen: () => true,
    send: (bytes) => void heard.push(bytes.toString()),
    sendLatest: () => true,
    close: () => {},
  }
  const calm = batched(viewer)
  calm.send(Buffer.from('a'))
  vi.advanceTimersByTime(0)
  expect(heard).toEqual(['a'])
  for (const letter of 'bcdefgh') {
    calm.send(Buffer.from(letter))
    vi.advanceTimersByTime(250)
  }
  expect(heard).toEqual(['a', 'bcde'])
  vi.advanceTimersByTime(1_000)
  expect(heard).toEqual(['a', 'bcde', 'fgh'])
  vi.advanceTimersByTime(10_000)
  calm.send(Buffer.from('i'))
  vi.advanceTimersByTime(0)
  expect(heard).toEqual(['a', 'bcde', 'fgh', 'i'])
})
