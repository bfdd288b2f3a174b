// The line for casual games at a cabinet, moved on by the games that its client reports.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { forgetGuests } from '#services/intake/idle-sign-out.ts'
import {
  newSampleTournament,
  newGame,
  expectOk,
  person,
  startTwoScenes,
} from '../support/two-scenes.ts'
import type { Body, TwoScenes } from '../support/two-scenes.ts'

let fixture: TwoScenes
let code: string
let lineUrl: string
beforeAll(async () => {
  fixture = await startTwoScenes()
  lineUrl = `/api/game/cabinet/${fixture.cabinet}/pickup/`
  const url = `/api/game/cabinet/${fixture.cabinet}/code/`
  code = (await expectOk(fixture.call('admin', 'POST', url, { body: {} }))).body.code
})
afterAll(() => fixture?.app.stop())
beforeEach(async () => {
  await configure({ isOpen: false })
  await configure({ isOpen: true })
})

const configure = (more: Body) => {
  const body = { rule: 'winner_stays', maxWins: null, ...more }
  return expectOk(fixture.call('official', 'PUT', lineUrl, { body }))
}
const join = (name: string, size = 1, headers = {}) => {
  const body = { code, key: phoneKeyOf(name), name, size }
  return fixture.call('anonymous', 'POST', '/api/stats/pickup/', { body, headers })
}
const leave = (name: string) => {
  const body = { code, key: phoneKeyOf(name) }
  return fixture.call('anonymous', 'POST', '/api/stats/pickup/leave/', { body })
}
const phoneKeyOf = (name: string) => `key of ${name}`.padEnd(20, '.')
const joinAll = async (names: string) => {
  for (const name of names) await expectOk(join(name))
}
const read = async (): Promise<Body> =>
  (await expectOk(fixture.call('anonymous', 'GET', lineUrl))).body.line
/** `AB CDE | FG`: blue, gold, and the next teams. */
async function summary(): Promise<string> {
  const { blue, gold, next } = await read()
  const names = (entries: Body[]) => entries.map(({ name }) => name).join('')
  return [names(blue), names(gold), '|', ...next.map(names)].join(' ')
}
const play = (winner: 'blue' | 'gold', until?: 'middle') =>
  newGame(fixture, { cabinet: fixture.cabinet, winner, ...(until && { until }) })

test('R-PK-3 R-PK-4 games of the cabinet move the line on: losers leave, the next five play', async () => {
  await joinAll('abcdefghijklmno')
  expect(await summary()).toBe('acegi bdfhj | klmno')
  await play('gold')
  expect(await summary()).toBe('klmno bdfhj |')
  await joinAll('ac')
  await play('gold')
  // Two are waiting, so three of the losers stay.
  expect(await summary()).toBe('klmac bdfhj |')
})

test('R-PK-4 games before the line was opened do not count, and each later game moves it once', async () => {
  await play('blue')
  await configure({ isOpen: true, rule: 'blue_steps_off' })
  await joinAll('abcdefghijkl')
  await play('blue')
  const once = 'bdfhj acekl |'
  expect([await summary(), await summary()]).toEqual([once, once])
  await Promise.all(Array.from({ length: 5 }, read))
  expect(await summary()).toBe(once)
})

test('R-PK-3 people who join during a game wait for its end', async () => {
  await play('blue', 'middle')
  await joinAll('abc')
  expect(await summary()).toBe('  | abc')
  expect((await read()).isPlaying).toBe(true)
  await play('blue')
  expect((await summary()).replaceAll(/[ |]/g, '')).toHaveLength(3)
  expect((await read()).next).toEqual([])
})

test('R-PK-2 groups of up to five stay together', async () => {
  for (const [name, size] of [
    ['a', 5],
    ['b', 5],
    ['c', 3],
    ['d', 4],
    ['e', 2],
  ] as const) {
    await expectOk(join(name, size))
  }
  expect(await summary()).toBe('a b | ce d')
  expect(await join('six', 6)).toMatchObject({ status: 400 })
})

test('R-PK-5 an official can remove or skip somebody; a second removal is refused', async () => {
  await play('blue', 'middle')
  await joinAll('abcdefg')
  const { next } = await read()
  const [[a, b]] = next
  const put = (what: string, entry: number) =>
    fixture.call('official', 'PUT', `${lineUrl}${what}/`, { body: { entry } })
  await expectOk(put('skip', a.id))
  expect(await summary()).toBe('  | bcdef ag')
  await expectOk(put('remove', b.id))
  expect(await summary()).toBe('  | cdefa g')
  expect((await put('remove', b.id)).body).toMatchObject({ code: 'NOT_IN_LINE' })
  expect((await leave('b')).body).toMatchObject({ code: 'NOT_IN_LINE' })
  await expectOk(leave('c'))
  expect(await summary()).toBe('  | defag')
  await play('blue')
})

test('R-PK-6 while a tournament is played on the cabinet the line is paused and games do not count', async () => {
  await joinAll('abcdefghijkl')
  const before = await summary()
  const sample = await newSampleTournament(fixture)
  const match = `/api/tournament/match/${sample.match}`
  const start = { cabinet: fixture.cabinet, force: true }
  await expectOk(fixture.call('admin', 'PUT', `${match}/start/`, { body: start }))
  expect((await read()).isPaused).toBe(true)
  await play('blue')
  expect(await summary()).toBe(before)
  // A queued match of the tournament keeps the line paused too.
  const queue = `/api/tournament/queue/${sample.queue}`
  const matches = [sample.otherMatch]
  await expectOk(fixture.call('admin', 'PUT', `${queue}/set-queue/`, { body: { matches } }))
  await expectOk(fixture.call('admin', 'PUT', `${match}/stop/`, { body: {} }))
  expect((await read()).isPaused).toBe(true)
  await expectOk(join('m'))
  await expectOk(fixture.call('admin', 'PUT', `${queue}/remove-all/`, { body: {} }))
  expect((await read()).isPaused).toBe(false)
  expect(await summary()).toBe(`${before}m`)
  await play('gold')
  expect(await summary()).toBe('acklm bdfhj |')
})

test('a closed or full line, a taken name and a phone already in line are refused with the reason', async () => {
  await expectOk(join('Ada'))
  expect((await join('Ada')).body).toMatchObject({ code: 'IN_LINE' })
  const body = { code, key: phoneKeyOf('another phone'), name: 'ada', size: 1 }
  const taken = await fixture.call('anonymous', 'POST', '/api/stats/pickup/', { body })
  expect(taken.body).toMatchObject({
    name: ['Somebody with this name is already in line. Add a letter to yours'],
  })
  await configure({ isOpen: false })
  expect((await join('Bo')).body).toMatchObject({ code: 'LINE_CLOSED' })
  expect(await read()).toBeNull()
  await configure({ isOpen: true })
  const entry = { cabinet: fixture.cabinet, size: 1, side: null, place: 0, keyHash: '' }
  const entries = Array.from({ length: 60 }, (_, n) => ({ ...entry, name: `n${n}` }))
  await fixture.app.store.db.insertInto('kept.pickupEntry').values(entries).execute()
  expect((await join('one more')).body).toMatchObject({ code: 'LINE_FULL' })
})

test('P20: entries are deleted after eight hours, or when the account is erased', async () => {
  const { db } = fixture.app.store
  const headers = await person(fixture.app, { name: 'Eve' })
  await expectOk(join('CANARY-PLAYER', 1, headers))
  await expectOk(join('CANARY-GUEST'))
  const count = async () => (await db.selectFrom('kept.pickupEntry').select('id').execute()).length
  expect(await count()).toBe(2)
  const id = (await db.selectFrom('kept.pickupEntry').select('person').execute())[0]!.person!
  await db.deleteFrom('kept.person').where('id', '=', id).execute()
  expect(await count()).toBe(1)
  const old = new Date(Date.now() - 8 * 60 * 60_000 - 1)
  await db.updateTable('kept.pickupEntry').set({ createdAt: old }).execute()
  await forgetGuests(fixture.app.store)
  expect(await count()).toBe(0)
  const { rows } = await fixture.app.store.pool.query(
    `select count(*)::int as found from kept.idempotency_key where body::text like '%CANARY%'`,
  )
  expect(rows).toEqual([{ found: 0 }])
})
