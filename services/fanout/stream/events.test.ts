import { afterEach, expect, test, vi } from 'vitest'
import type { Change, Snapshot } from '../../../events/view/frames.ts'
import { FrameLog } from '../tournament/frame-log.ts'
import type { Source } from '../tournament/frame-log.ts'
import { eventsOf } from './events.ts'

afterEach(() => void vi.useRealTimers())

const change = (version: number) => ({ type: 'change', tournament: 7, version }) as Change
const snapshot = (version: number) => ({ type: 'snapshot', tournament: 7, version }) as Snapshot

/** A tournament with so many changes, of which the database has those above `pruned`. */
function stand({
  version,
  pruned = 0,
  kept = 4,
}: {
  version: number
  pruned?: number
  kept?: number
}) {
  const own = { version, pruned }
  const source: Source = {
    version: async () => own.version,
    changes: async (after, upTo = own.version) =>
      Array.from({ length: own.version }, (_, index) => change(index + 1)).filter(
        (one) => one.version > Math.max(after, own.pruned) && one.version <= upTo,
      ),
    snapshot: async () => snapshot(own.version),
  }
  const frames = new FrameLog({ source, kept })
  const ending = new AbortController()
  return {
    frames,
    end: () => ending.abort(),
    news() {
      own.version++
      frames.offer(change(own.version))
    },
    read: (from: number | null, heartbeatMs = 60_000) =>
      eventsOf({ frames, source, from, signal: ending.signal, heartbeatMs }),
  }
}

/** What one read gives, in short. */
async function next(events: AsyncGenerator<string>): Promise<string[]> {
  const { value } = (await events.next()) as { value: string | undefined }
  return (value ?? '')
    .split('\n\n')
    .filter(Boolean)
    .map((text) => text.replace(/\ndata: .*/, '').replaceAll('\n', ' '))
}

const events = (...versions: number[]) => versions.map((one) => `id: ${one} event: change`)

test('P5: from a version everything after it comes once, in order, and then what is new', async () => {
  const { read, news, end } = stand({ version: 9 })
  const reading = read(2)
  expect(await next(reading)).toEqual(['retry: 3000'])
  // The older ones from the database, the latest from memory.
  expect(await next(reading)).toEqual(events(3, 4, 5, 6, 7, 8, 9))
  const waiting = next(reading)
  news()
  expect(await waiting).toEqual(events(10))
  // What comes while nobody reads is not lost.
  for (let count = 0; count < 8; count++) news()
  expect(await next(reading)).toEqual(events(11, 12, 13, 14, 15, 16, 17, 18))
  end()
  expect(await reading.next()).toMatchObject({ done: true })
})

test('without a version it begins with the id of now', async () => {
  const { read, news, end } = stand({ version: 3 })
  const reading = read(null)
  await next(reading)
  expect(await next(reading)).toEqual(['id: 3'])
  const waiting = next(reading)
  news()
  expect(await waiting).toEqual(events(4))
  end()
})

test('where the changes are gone, or a backup was restored, a snapshot stands for them', async () => {
  const pruned = stand({ version: 9, pruned: 5, kept: 2 })
  const reading = pruned.read(1)
  await next(reading)
  expect(await next(reading)).toEqual(['id: 9 event: snapshot'])
  pruned.end()
  const restored = stand({ version: 3 })
  const later = restored.read(40)
  await next(later)
  expect(await next(later)).toEqual(['id: 3 event: snapshot'])
  restored.end()
})

test('P14: the data is the change itself; nobody hears nothing for long', async () => {
  vi.useFakeTimers()
  const { read, end } = stand({ version: 1 })
  const reading = read(0, 15_000)
  await next(reading)
  const { value } = (await reading.next()) as { value: string }
  expect(JSON.parse(/data: (.*)\n\n/.exec(value)![1]!)).toEqual(change(1))
  const waiting = next(reading)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(await waiting).toEqual([': here'])
  end()
})
