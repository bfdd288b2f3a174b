// Requests that share a few connections to the database, on a real Postgres.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { inTransaction, openStore, withAdvisoryLock } from '#services/store/index.ts'
import { Pool } from '#services/store/pool.ts'
import { expectOk, newSampleTournament, startTwoScenes } from '../support/two-scenes.ts'
import type { Body, TwoScenes } from '../support/two-scenes.ts'

const connections = 4
const t = '/api/tournament'

let fixture: TwoScenes
let tournament: number
let cabinetCode: string
let doorCode: string
beforeAll(async () => {
  fixture = await startTwoScenes({ connections })
  tournament = (await newSampleTournament(fixture)).tournament
  const codeUrl = `/api/game/cabinet/${fixture.cabinet}/code/`
  cabinetCode = (await expectOk(fixture.call('admin', 'POST', codeUrl, { body: {} }))).body.code
  const line = { isOpen: true, rule: 'winner_stays', maxWins: null }
  const lineUrl = `/api/game/cabinet/${fixture.cabinet}/pickup/`
  await expectOk(fixture.call('official', 'PUT', lineUrl, { body: line }))
  const door = { body: { isOpen: true } }
  const doorUrl = `${t}/tournament/${tournament}/door/`
  doorCode = (await expectOk(fixture.call('admin', 'PUT', doorUrl, door))).body.code
})
afterAll(() => fixture?.app.stop())

const phoneKeyOf = (n: number) => `phone ${n}`.padEnd(20, '.')
const writes: [what: string, url: () => string, body: (n: number) => Body, statuses: number[]][] = [
  [
    'wrong codes at the door',
    () => `${t}/door/`,
    (n) => ({ code: 'wrongcode0000000', name: `w${n}`, level: 1, isQueen: false }),
    [404],
  ],
  [
    'phones at the door',
    () => `${t}/door/`,
    (n) => ({ code: doorCode, name: `door ${n}`, level: 1, isQueen: false }),
    [200],
  ],
  [
    'phones that join a line',
    () => '/api/stats/pickup/',
    (n) => ({ code: cabinetCode, key: phoneKeyOf(n), name: `line ${n}`, size: 1 }),
    [200],
  ],
  [
    'phones that leave a line',
    () => '/api/stats/pickup/leave/',
    (n) => ({ code: cabinetCode, key: phoneKeyOf(n) }),
    [200],
  ],
  [
    'lists of teams and players',
    () => `${t}/tournament/${tournament}/roster/`,
    (n) => ({ teams: [{ team: null, name: `Team ${n}`, players: [{ name: `Player ${n}` }] }] }),
    [200, 201],
  ],
  [
    'presses that pin a part of an overlay',
    () => `${t}/tournament/${tournament}/overlay/${fixture.cabinet}/next/pin/`,
    () => ({}),
    // Nothing is on deck at the cabinet.
    [400],
  ],
]

test.for(writes)('50 %s at once are all answered', async ([what, url, body, statuses]) => {
  const who = /phones|codes/.test(what) ? 'anonymous' : 'admin'
  const post = async (n: number) => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    for (;;) {
      const { status } = await fixture.call(who, 'POST', url(), { body: body(n), headers })
      // A busy machine is busy for the server too, which then asks for a repeat.
      if (status !== 503) return status
      await sleep(100)
    }
  }
  const answered = await Promise.all(Array.from({ length: 50 }, (_, n) => post(n)))
  for (const status of answered) expect(statuses).toContain(status)
  expect((await fixture.call('anonymous', 'GET', '/health')).status).toBe(200)
})

test('work inside a transaction may not wait for anything that needs a connection', async () => {
  const { store } = fixture.app
  const waits = {
    'a second query': () => store.db.selectFrom('kept.scene').select('id').execute(),
    'a second query as text': () => store.pool.query('select 1'),
    'a shared statement': () => store.runTogether({ name: 'one', text: 'select 1 as n' }, [[]]),
    'a second transaction': () => store.db.transaction().execute(async () => {}),
    'a lock of its own': () => withAdvisoryLock(store, async () => {}),
  }
  for (const [what, wait] of Object.entries(waits)) {
    const work = wait as () => Promise<unknown>
    const transactions = [
      () => store.db.transaction().execute(work),
      () => store.db.transaction().setIsolationLevel('serializable').execute(work),
      () => inTransaction(store, work),
    ]
    for (const inside of transactions) {
      const outcome = await inside().catch((error: Error) => error.message)
      expect([what, outcome]).toEqual([what, expect.stringContaining('inside a transaction')])
    }
  }
  await withAdvisoryLock(store, () => store.pool.query('select 1'))
})

test('what a transaction has started may use connections once it has ended', async () => {
  const { store } = fixture.app
  const ended = Promise.withResolvers<void>()
  let later: Promise<unknown> = Promise.resolve()
  await store.db.transaction().execute(async () => {
    later = ended.promise.then(() => store.pool.query('select 1'))
  })
  ended.resolve()
  await later
})

test('a transaction in which a statement has failed does not pass for done', async () => {
  const swallowed = inTransaction(fixture.app.store, (client) =>
    client.query('select 1 / 0').catch(() => {}),
  )
  await expect(swallowed).rejects.toThrow('rolled back')
})

test('a request that finds no free connection is told so, and the next one is answered', async () => {
  const store = await openStore({ url: inject('databaseUrl'), max: 1, connectionTimeoutMs: 100 })
  const held = await store.pool.connect()
  const refused = { retryable: true, detail: expect.stringContaining('Too busy') }
  await expect(store.pool.query('select 1')).rejects.toMatchObject(refused)
  await expect(store.nextIds('player', 1)).rejects.toMatchObject(refused)
  held.release()
  await store.pool.query('select 1')
  await store.close()
})

test('a pool whose connections are all held by transactions that do not go on is stuck', async () => {
  const pool = new Pool([inject('databaseUrl')], 2, { stuckMs: 50 })
  await pool.expectMoving()
  const held = await Promise.all([pool.connect(), pool.connect()])
  await sleep(100)
  // Connections in use are no transactions that wait.
  await pool.expectMoving()
  await held[0].query('begin')
  await sleep(100)
  await pool.expectMoving()
  await held[1].query('begin')
  await sleep(100)
  await expect(pool.expectMoving()).rejects.toThrow('held')
  await held[0].query('select 1')
  await held[1].query('rollback')
  await pool.expectMoving()
  for (const client of held) client.release()
  await pool.end()
})
