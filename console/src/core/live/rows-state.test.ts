import { expect, test } from 'vitest'
import { tableNames } from '#events/view/keys.ts'
import { fakeServer, matchRow } from '#test/support/console-session.ts'
import { apply, emptyLive } from './rows-state.ts'
import type { Live } from './rows-state.ts'
import { tablesFrom } from './rows.ts'
import type { Frame } from '#events/view/frames.ts'

const match = matchRow({ id: 7 })
const commit = {
  id: 'a',
  by: 'person' as const,
  device: null,
  text: '+1 Gold in M7',
  message: { key: 'matchCompleted' },
  undoes: null,
  matches: [7],
  cabinets: [1],
}

function change(version: number, put: object[]): Frame {
  const rows = { match: { put: put as (typeof match)[], gone: [] } }
  return { type: 'change', tournament: 1, version, at: '2026-01-01T20:00:00Z', commit, rows }
}

test('the next version applies', () => {
  const live = apply(emptyLive, change(1, [match])) as Live
  expect(live.version).toBe(1)
  expect(live.rows.match['7']).toEqual(match)
})

test('an older version is ignored', () => {
  const live = apply(emptyLive, change(1, [match])) as Live
  expect(apply(live, change(1, [{ ...match, blueScore: 9 }]))).toBe(live)
})

test('a version gap returns resume', () => {
  expect(apply(emptyLive, change(2, [match]))).toBe('resume')
})

test('a heartbeat with a newer version returns resume, one with an older version is ignored', () => {
  const live = apply(emptyLive, change(1, [match])) as Live
  expect(apply(live, { type: 'here', tournament: 1, version: 2 })).toBe('resume')
  expect(apply(live, { type: 'here', tournament: 1, version: 1 })).toBe(live)
  expect(apply(live, { type: 'here', tournament: 1, version: 0 })).toBe(live)
})

test('a delayed snapshot does not go back to an older version', () => {
  const server = fakeServer(1)
  server.commit({ match: { put: [match], gone: [] } })
  const frames: Frame[] = []
  server.subscribe(0, (frame) => frames.push(frame))
  const live = apply(apply(emptyLive, frames[0]!) as Live, change(2, [])) as Live
  expect(apply(live, frames[0]!)).toBe(live)
})

test('a change removes gone rows, and tables without changes keep their identity', () => {
  const live = apply(emptyLive, change(1, [match])) as Live
  const rows = { match: { put: [], gone: ['7'] } }
  const frame = { ...change(2, []), rows } as Frame
  const next = apply(live, frame) as Live
  expect(next.rows.match).toEqual({})
  expect(next.rows.queue).toBe(live.rows.queue)
})

test('the latest commits are kept, newest first, including those of the snapshot', () => {
  const first = { version: 1, at: '2026-01-01T20:00:00.000Z', commit }
  const snapshot = { type: 'snapshot', version: 1, rows: {}, recent: [first] } as unknown as Frame
  const live = apply(apply(emptyLive, snapshot) as Live, change(2, [match])) as Live
  expect(live.recent.map(({ version }) => version)).toEqual([2, 1])
})

test('the rows of every table are keyed', () => {
  const row = { id: 5, tournament: 4, cabinet: 6, bracket: 7, team: 8, player: 9, game: 'g' }
  const lists = Object.fromEntries(tableNames.map((table) => [table, [row]]))
  const all = tablesFrom(lists)
  expect(Object.keys(all)).toEqual(tableNames)
  const keys = Object.entries(all).map(([table, rows]) => [table, Object.keys(rows)])
  expect(Object.fromEntries(keys)).toMatchObject({
    match: ['5'],
    timer: ['6'],
    standing: ['7:8'],
    played: ['g'],
    draft: ['4'],
  })
})
