import { expect, test } from 'vitest'
import { Topic } from './topic.ts'
import { encode, packed } from '../socket/encode.ts'
import type { Viewer } from '../socket/viewer.ts'

const nothing = () => {}
const team = (id: number) => ({ id, name: `Team ${id} of the long evening` })
const rows = { team: Array.from({ length: 64 }, (_, i) => team(i)) }
const snapshot = { type: 'snapshot', tournament: 1, version: 1, rows, recent: [] }
const estimates = encode({ type: 'estimates', matches: rows.team })

const topic = new Topic({
  tournament: 1,
  source: { version: async () => 1, changes: async () => [], snapshot: async () => snapshot },
  live: { current: async () => {}, frame: nothing, listenTo: () => nothing },
  estimates: { whole: async () => estimates, listenTo: () => nothing },
  inUse: { load: async () => {}, on: () => [], listenTo: () => nothing },
  cabinets: async () => [],
  payload: nothing,
  failed: (error: unknown) => expect.unreachable(String(error)),
} as never)

test.each([
  ['packed to who can unpack them', true, packed],
  ['as they are to who cannot', false, (frame: Buffer) => frame],
])('rows and estimates of a page that opens go %s', async (_, unpacks, sent) => {
  const got: Buffer[] = []
  const viewer: Viewer = {
    unpacks,
    isOpen: () => true,
    close: nothing,
    send: (bytes) => void got.push(bytes),
    sendLatest: (bytes) => got.push(bytes) > 0,
  }
  await topic.follow(viewer, { have: 0, calm: false })
  topic.leave(viewer)
  const rest = encode({ type: 'inUse', inUse: [] })
  expect(Buffer.concat(got)).toEqual(Buffer.concat([sent(encode(snapshot)), sent(estimates), rest]))
})
