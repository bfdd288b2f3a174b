// The line for casual games at a cabinet, moved by games as its client tells them.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { forgetGuests } from '../../services/intake/idle-sign-out.ts'
import { newEvent, newGame, ok, person, startHall } from '../support/two-scenes.ts'
import type { Body, Hall } from '../support/two-scenes.ts'

let hall: Hall
let code: string
let line: string
beforeAll(async () => {
  hall = await startHall()
  line = `/api/game/cabinet/${hall.cabinet}/pickup/`
  const url = `/api/game/cabinet/${hall.cabinet}/code/`
  code = (await ok(hall.call('admin', 'POST', url, { body: {} }))).body.code
})
afterAll(() => hall?.rig.stop())
beforeEach(async () => {
  await set({ isOpen: false })
  await set({ isOpen: true })
})

const set = (more: Body) => {
  const body = { rule: 'winner_stays', maxWins: null, ...more }
  return ok(hall.call('official', 'PUT', line, { body }))
}
const join = (name: string, size = 1, headers = {}) => {
  const body = { code, key: keyOf(name), name, size }
  return hall.call('anonymous', 'POST', '/api/stats/pickup/', { body, headers })
}
const leave = (name: string) => {
  const body = { code, key: keyOf(name) }
  return hall.call('anonymous', 'POST', '/api/stats/pickup/leave/', { body })
}
const keyOf = (name: string) => `key of ${name}`.padEnd(20, '.')
const all = async (names: string) => {
  for (const name of names) await ok(join(name))
}
const read = async (): Promise<Body> => (await ok(hall.call('anonymous', 'GET', line))).body.line
/** `AB CDE | FG`: blue, gold, and the teams to come. */
async function shown(): Promise<string> {
  const { blue, gold, next } = await read()
  const names = (entries: Body[]) => entries.map(({ name }) => name).join('')
  return [names(blue), names(gold), '|', ...next.map(names)].join(' ')
}
const play = (winner: 'blue' | 'gold', until?: 'middle') =>
  newGame(hall, { cabinet: hall.cabinet, winner, ...(until && { until }) })

test('R-PK-3 R-PK-4 the line turns by the games of the cabinet: losers step off, the next five play', async () => {
  await all('abcdefghijklmno')
  expect(await shown()).toBe('acegi bdfhj | klmno')
  await play('gold')
  expect(await shown()).toBe('klmno bdfhj |')
  await all('ac')
  await play('gold')
  // Two wait: three of those who lost stay.
  expect(await shown()).toBe('klmac bdfhj |')
})

test('R-PK-4 what was played before the line was opened moves nobody, and each game moves it once', async () => {
  await play('blue')
  await set({ isOpen: true, rule: 'blue_steps_off' })
  await all('abcdefghijkl')
  await play('blue')
  const once = 'bdfhj acekl |'
  expect([await shown(), await shown()]).toEqual([once, once])
  await Promise.all(Array.from({ length: 5 }, read))
  expect(await shown()).toBe(once)
})

test('R-PK-3 who comes while a game is played waits for its end', async () => {
  await play('blue', 'middle')
  await all('abc')
  expect(await shown()).toBe('  | abc')
  expect((await read()).isPlaying).toBe(true)
  await play('blue')
  expect((await shown()).replaceAll(/[ |]/g, '')).toHaveLength(3)
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
    await ok(join(name, size))
  }
  expect(await shown()).toBe('a b | ce d')
  expect(await join('six', 6)).toMatchObject({ status: 400 })
})

test('R-PK-5 an official removes or skips somebody, and who left is told so', async () => {
  await play('blue', 'middle')
  await all('abcdefg')
  const { next } = await read()
  const [[a, b]] = next
  const put = (what: string, entry: number) =>
    hall.call('official', 'PUT', `${line}${what}/`, { body: { entry } })
  await ok(put('skip', a.id))
  expect(await shown()).toBe('  | bcdef ag')
  await ok(put('remove', b.id))
  expect(await shown()).toBe('  | cdefa g')
  expect((await put('remove', b.id)).body).toMatchObject({ code: 'NOT_IN_LINE' })
  expect((await leave('b')).body).toMatchObject({ code: 'NOT_IN_LINE' })
  await ok(leave('c'))
  expect(await shown()).toBe('  | defag')
  await play('blue')
})

test('R-PK-6 while a tournament is played on the cabinet nobody is called and no game of it counts', async () => {
  await all('abcdefghijkl')
  const before = await shown()
  const event = await newEvent(hall)
  const match = `/api/tournament/match/${event.match}`
  const start = { cabinet: hall.cabinet, force: true }
  await ok(hall.call('admin', 'PUT', `${match}/start/`, { body: start }))
  expect((await read()).isPaused).toBe(true)
  await play('blue')
  expect(await shown()).toBe(before)
  // Its next match keeps the cabinet too.
  const queue = `/api/tournament/queue/${event.queue}`
  const matches = [event.otherMatch]
  await ok(hall.call('admin', 'PUT', `${queue}/set-queue/`, { body: { matches } }))
  await ok(hall.call('admin', 'PUT', `${match}/stop/`, { body: {} }))
  expect((await read()).isPaused).toBe(true)
  await ok(join('m'))
  await ok(hall.call('admin', 'PUT', `${queue}/remove-all/`, { body: {} }))
  expect((await read()).isPaused).toBe(false)
  expect(await shown()).toBe(`${before}m`)
  await play('gold')
  expect(await shown()).toBe('acklm bdfhj |')
})

test('refusals say why: no line, a name that is taken, a phone that is in it already', async () => {
  await ok(join('Ada'))
  expect((await join('Ada')).body).toMatchObject({ code: 'IN_LINE' })
  const body = { code, key: keyOf('another phone'), name: 'ada', size: 1 }
  const taken = await hall.call('anonymous', 'POST', '/api/stats/pickup/', { body })
  expect(taken.body).toMatchObject({ name: ['Somebody of this name is in the line. Add a letter'] })
  await set({ isOpen: false })
  expect((await join('Bo')).body).toMatchObject({ code: 'LINE_CLOSED' })
  expect(await read()).toBeNull()
  await set({ isOpen: true })
  const entry = { cabinet: hall.cabinet, size: 1, side: null, place: 0, keyHash: '' }
  const entries = Array.from({ length: 60 }, (_, n) => ({ ...entry, name: `n${n}` }))
  await hall.rig.store.db.insertInto('kept.pickupEntry').values(entries).execute()
  expect((await join('one more')).body).toMatchObject({ code: 'LINE_FULL' })
})

test('P20: nothing of who lined up is left after eight hours, or when their account is erased', async () => {
  const { db } = hall.rig.store
  const headers = await person(hall.rig, { name: 'Eve' })
  await ok(join('CANARY-PLAYER', 1, headers))
  await ok(join('CANARY-GUEST'))
  const count = async () => (await db.selectFrom('kept.pickupEntry').select('id').execute()).length
  expect(await count()).toBe(2)
  const id = (await db.selectFrom('kept.pickupEntry').select('person').execute())[0]!.person!
  await db.deleteFrom('kept.person').where('id', '=', id).execute()
  expect(await count()).toBe(1)
  const old = new Date(Date.now() - 8 * 60 * 60_000 - 1)
  await db.updateTable('kept.pickupEntry').set({ createdAt: old }).execute()
  await forgetGuests(hall.rig.store)
  expect(await count()).toBe(0)
  const { rows } = await hall.rig.store.pool.query(
    `select count(*)::int as found from kept.idempotency_key where body::text like '%CANARY%'`,
  )
  expect(rows).toEqual([{ found: 0 }])
})
