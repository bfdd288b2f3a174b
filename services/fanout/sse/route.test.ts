import { afterEach, expect, test, vi } from 'vitest'
import type { Change, Snapshot } from '#events/view/frames.ts'
import { FrameLog } from '../tournament/frame-log.ts'
import type { Source } from '../tournament/frame-log.ts'
import { eventsOf } from './route.ts'

afterEach(() => void vi.useRealTimers())

const change = (version: number) => ({ type: 'change', tournament: 7, version }) as Change
const snapshot = (version: number) => ({ type: 'snapshot', tournament: 7, version }) as Snapshot

/** A tournament with `version` changes, of which the database has those above `pruned`. */
function openStream({
  version,
  pruned = 0,
  maxInMemory = 4,
}: {
  version: number
  pruned?: number
  maxInMemory?: number
}) {
  const database = { version, pruned }
  const source: Source = {
    version: async () => database.version,
    changes: async (after, upTo = database.version) =>
      Array.from({ length: database.version }, (_, index) => change(index + 1)).filter(
        (each) => each.version > Math.max(after, database.pruned) && each.version <= upTo,
      ),
    snapshot: async () => snapshot(database.version),
  }
  const frames = new FrameLog({ source, maxInMemory })
  const ending = new AbortController()
  return {
    frames,
    end: () => ending.abort(),
    commit() {
      database.version++
      frames.offer(change(database.version))
    },
    read: (from: number | null, heartbeatMs = 60_000) =>
      eventsOf({ frames, source, from, signal: ending.signal, heartbeatMs }),
  }
}

/** The ids and types of the events of one read. */
async function next(events: AsyncGenerator<string>): Promise<string[]> {
  const { value } = (await events.next()) as { value: string | undefined }
  return (value ?? '')
    .split('\n\n')
    .filter(Boolean)
    .map((text) => text.replace(/\ndata: .*/, '').replaceAll('\n', ' '))
}

const events = (...versions: number[]) => versions.map((version) => `id: ${version} event: change`)

test('P5: a stream sends every change after the given version once, in order, then goes live', async () => {
  const { read, commit, end } = openStream({ version: 9 })
  const reading = read(2)
  expect(await next(reading)).toEqual(['retry: 3000'])
  // The older changes are read from the database, the latest from memory.
  expect(await next(reading)).toEqual(events(3, 4, 5, 6, 7, 8, 9))
  const waiting = next(reading)
  commit()
  expect(await waiting).toEqual(events(10))
  // Changes that arrive while nobody reads are not lost.
  for (let count = 0; count < 8; count++) commit()
  expect(await next(reading)).toEqual(events(11, 12, 13, 14, 15, 16, 17, 18))
  end()
  expect(await reading.next()).toMatchObject({ done: true })
})

test('without a version the stream begins at the current id', async () => {
  const { read, commit, end } = openStream({ version: 3 })
  const reading = read(null)
  await next(reading)
  expect(await next(reading)).toEqual(['id: 3'])
  const waiting = next(reading)
  commit()
  expect(await waiting).toEqual(events(4))
  end()
})

test('a snapshot replaces changes that were pruned or undone by restoring a backup', async () => {
  const pruned = openStream({ version: 9, pruned: 5, maxInMemory: 2 })
  const reading = pruned.read(1)
  await next(reading)
  expect(await next(reading)).toEqual(['id: 9 event: snapshot'])
  pruned.end()
  const restored = openStream({ version: 3 })
  const later = restored.read(40)
  await next(later)
  expect(await next(later)).toEqual(['id: 3 event: snapshot'])
  restored.end()
})

test('P14: the data is the change itself, and an idle stream gets heartbeats', async () => {
  vi.useFakeTimers()
  const { read, end } = openStream({ version: 1 })
  const reading = read(0, 15_000)
  await next(reading)
  const { value } = (await reading.next()) as { value: string }
  expect(JSON.parse(/data: (.*)\n\n/.exec(value)![1]!)).toEqual(change(1))
  const waiting = next(reading)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(await waiting).toEqual([': here'])
  end()
})
