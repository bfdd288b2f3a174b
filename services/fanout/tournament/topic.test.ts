import { expect, test } from 'vitest'
import { Topic } from './topic.ts'
import { snapshotForm } from './source.ts'
import { encode, compressed } from '../socket/encode.ts'
import type { Viewer } from '../socket/viewer.ts'

const noop = () => {}
const team = (id: number) => ({ id, name: `Team ${id} of the long evening` })
const rows = { team: Array.from({ length: 64 }, (_, i) => team(i)) }
const snapshot = { type: 'snapshot', tournament: 1, version: 1, rows, recent: [] }
const estimates = encode({ type: 'estimates', matches: rows.team })

type Source = { version: () => Promise<number>; changes: (after: number) => Promise<object[]> }

const topicOf = (source: Source) =>
  new Topic({
    tournament: 1,
    source: { ...source, snapshot: async () => snapshot },
    live: { current: async () => {}, frame: noop, listenTo: () => noop },
    estimates: { full: async () => estimates, listenTo: () => noop },
    activeMatches: { load: async () => {}, on: () => [], listenTo: () => noop },
    cabinets: async () => [],
    loader: noop,
    onError: (error: unknown) => expect.unreachable(String(error)),
  } as never)
const viewerOf = (got: Buffer[], supportsCompression = false): Viewer => ({
  supportsCompression,
  isOpen: () => true,
  close: noop,
  send: (bytes) => void got.push(bytes),
  sendLatest: (bytes) => got.push(bytes) > 0,
})

const topic = topicOf({ version: async () => 1, changes: async () => [] })

test.each([
  ['compressed if the viewer supports it', true, compressed],
  ['uncompressed otherwise', false, (frame: Buffer) => frame],
])('the initial rows and estimates are sent %s', async (_, supportsCompression, expected) => {
  const got: Buffer[] = []
  const viewer = viewerOf(got, supportsCompression)
  await topic.follow(viewer, { have: 0, calm: false })
  topic.leave(viewer)
  const rest = encode({ type: 'inUse', inUse: [] })
  expect(Buffer.concat(got)).toEqual(
    Buffer.concat([expected(encode(snapshot)), expected(estimates), rest]),
  )
})

test('a viewer with rows of another form gets all rows, not only the changes it missed', async () => {
  const change = (version: number) => ({
    type: 'change',
    tournament: 1,
    version,
    commit: { id: '' },
    rows: {},
  })
  const topic = topicOf({
    version: async () => 2,
    changes: async (after) => [1, 2].map(change).filter(({ version }) => version > after),
  })
  const typeFor = async (form?: string) => {
    const got: Buffer[] = []
    await topic.follow(viewerOf(got), { have: 1, form, calm: false })
    return /"type":"(\w+)"/.exec(got[0]?.toString() ?? '')?.[1]
  }
  expect([
    await typeFor(snapshotForm),
    await typeFor('of another release'),
    await typeFor(),
  ]).toEqual(['change', 'snapshot', 'snapshot'])
  topic.stop()
})

test('a viewer without a subscription gets each change since it connected once', async () => {
  const changes = [2, 3].map((version) => ({
    type: 'change',
    tournament: 1,
    version,
    commit: { id: `${version}` },
    rows: { match: { put: [{ id: version }] } },
  }))
  const topic = topicOf({
    version: async () => 3,
    changes: async (after) => changes.filter(({ version }) => version > after),
  })
  const [early, late]: [Buffer[], Buffer[]] = [[], []]
  await topic.followObjects(viewerOf(early), 1)
  topic.frames.offer({ ...changes[0], version: 4, rows: { match: { put: [{ id: 4 }] } } } as never)
  const pending = topic.followObjects(viewerOf(late), 3)
  await pending
  await new Promise((resolve) => setTimeout(resolve, 20))
  topic.stop()
  const frames = (...versions: number[]) =>
    versions.map((version) => encode({ type: 'match', data: { id: version }, version }))
  expect(Buffer.concat(early)).toEqual(Buffer.concat(frames(2, 3, 4)))
  expect(Buffer.concat(late)).toEqual(Buffer.concat(frames(4)))
})
