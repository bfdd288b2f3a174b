// The machine's clock was an hour ahead and is right again: rows have times that are still to come.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { maxRetryAfterMs } from '#events/text/retry-after.ts'
import { openEvents } from '#services/money/webhook-queue.ts'
import { openOutbox } from '#services/challonge/outbox.ts'
import { openDeliveryQueue, insertDue } from '#services/notify/outbox/deliveries.ts'
import { openPlaces } from '#services/notify/outbox/places.ts'
import { subscribe } from '#services/notify/index.ts'
import { claim } from '#services/practice/claim.ts'
import { consume, countAttempt, openEncryption } from '#services/store/index.ts'
import type { Store } from '#services/store/index.ts'
import { newTournament } from '../support/desk-client.ts'
import { openDeskOnLog } from '../support/desk-on-log.ts'
import type { DeskOnLog } from '../support/desk-on-log.ts'

const hour = 3_600_000
const encryption = openEncryption('a secret of this test')!

let deskOnLog: DeskOnLog
beforeAll(async () => {
  deskOnLog = await openDeskOnLog()
})
afterAll(() => deskOnLog?.close())

test('P15 P17: limits do not last until the clock has caught up', async () => {
  const { store } = deskOnLog
  const now = Date.now()
  const allowance = { most: 2, windowMs: 1_000 }
  const use = (at: number) => consume(store, 'two a second', { now: at, ...allowance })
  expect([await use(now + hour), await use(now + hour), await use(now + hour)]).toEqual([
    0, 0, 1_000,
  ])
  expect([await use(now), await use(now), await use(now)]).toEqual([0, 0, 1_000])

  const slowing = { free: 1, firstMs: 2_000, maxMs: 60_000, forgetMs: 24 * hour }
  const attempt = (at: number) => countAttempt(store, 'guesses', { now: at, ...slowing })
  expect([await attempt(now + hour), await attempt(now + hour)]).toEqual([0, 0])
  expect(await attempt(now + hour)).toBeGreaterThan(0)
  expect(await attempt(now)).toBe(0)
  expect(await attempt(now)).toBeGreaterThan(0)
})

/** A subscription to a new tournament with a delivery that is due. */
async function enqueueOne() {
  const { store, desk, log } = deskOnLog
  const { tournament } = await newTournament(desk)
  await store.pool.query('insert into kept.tournament (id) values ($1)', [tournament])
  const channel = `channel ${tournament}`
  const address = { url: 'https://here.test/' }
  const to = { channel, tournament, address, options: {}, after: await log.tail() }
  const subscription = await subscribe(store, encryption, to)
  await insertDue(store.db, [{ subscription, tournament, key: 'one', content: {} }])
  const take = async (pool: Store['pool']) => {
    const queue = openDeliveryQueue({ ...store, pool }, encryption, 30_000)
    return (await queue.take([channel], openPlaces(20).room())).length
  }
  return { tournament, take }
}

test('P17: what was to be sent, and what a process had leased, is taken at once', async () => {
  const { pool } = deskOnLog.store
  const one = await enqueueOne()
  const take = () => one.take(pool)
  const later = `now() + interval '1 hour'`
  await pool.query(`update kept.delivery set created_at = ${later}, due_at = ${later}`)
  expect(await take()).toBe(1)
  expect(await take()).toBe(0)
  await pool.query(`update kept.delivery set leased_until = ${later}, due_at = now()`)
  expect(await take()).toBe(1)
  await pool.query(
    `update kept.delivery set leased_until = null, due_at = now() + interval '62 minutes'`,
  )
  expect(await take()).toBe(1)
})

test('P17: an event of Stripe that was to be tried again is tried', async () => {
  const { pool } = deskOnLog.store
  const { store, take } = openEvents(pool)
  await store({ id: 'evt_1', type: 'ping', account: null, object: 'x' })
  await pool.query(`update kept.stripe_event set due_at = now() + interval '62 minutes'`)
  expect(await take(5)).toHaveLength(1)
  expect(await take(5)).toHaveLength(0)
  await pool.query(`update kept.stripe_event set due_at = now() + interval '62 minutes'`)
  expect(await take(5)).toHaveLength(1)
})

test('R-CL-5 P17: a report waits as Challonge asked after a restart too, but not for a time from before', async () => {
  const { store } = deskOnLog
  const now = Date.now()
  const reports = [
    { match: 1, attempts: 3, due: now + hour / 2, isDue: false },
    { match: 2, attempts: 3, due: now + 2 * hour, isDue: true },
    { match: 3, attempts: 0, due: now + hour / 2, isDue: true },
  ]
  for (const { match, attempts, due } of reports)
    await store.pool.query(
      `insert into kept.challonge_job
       (match, kind, tournament, stage, key, content, state, attempts, due_at, noted)
       values ($1, 'result', 1, 1, 'key', '{}', 'failed', $2, $3, true)`,
      [match, attempts, new Date(due)],
    )
  const outbox = await openOutbox(store, 0)
  const due = async () =>
    (await outbox.open([1])).map(({ match }) => match).toSorted((a, b) => a - b)
  expect(await due()).toEqual(reports.flatMap(({ match, isDue }) => (isDue ? [match] : [])))
})

/** Acts with the pool while a transaction that began earlier is open, and then in that one. */
async function thenEarlier<T>(act: (pool: Store['pool']) => Promise<T>): Promise<[T, T]> {
  const { pool } = deskOnLog.store
  const earlier = await pool.connect()
  try {
    await earlier.query('begin')
    await sleep(20)
    return [await act(pool), await act(earlier as unknown as Store['pool'])]
  } finally {
    await earlier.query('rollback')
    earlier.release()
  }
}

test('P8: a delivery that was just taken is not taken by a transaction that began earlier', async () => {
  const { take } = await enqueueOne()
  expect(await thenEarlier(take)).toEqual([1, 0])
})

test('P8: an event of Stripe is not tried again by a transaction that began earlier', async () => {
  const event = { id: 'evt_2', type: 'ping', account: null, object: 'x' }
  await openEvents(deskOnLog.store.pool).store(event)
  const tries = async (pool: Store['pool']) => {
    const { take, retry } = openEvents(pool)
    const taken = await take(5)
    await retry({ ...event, attempts: 1 }, maxRetryAfterMs)
    return taken.length
  }
  expect(await thenEarlier(tries)).toEqual([1, 0])
})

test('P8: a report is not sent again by a transaction that began earlier', async () => {
  const { store } = deskOnLog
  await store.pool.query(
    `insert into kept.challonge_job
     (match, kind, tournament, stage, key, content, state, attempts, due_at, noted)
     values (9, 'result', 2, 2, 'key', '{}', 'pending', 0, now(), false)`,
  )
  const tries = async (pool: Store['pool']) => {
    const outbox = await openOutbox({ ...store, pool }, 0)
    const [entry] = await outbox.open([2])
    return entry && (await outbox.take(entry)) ? 1 : 0
  }
  expect(await thenEarlier(tries)).toEqual([1, 0])
})

test('a practice that was just claimed is not claimed by a transaction that began earlier', async () => {
  const { pool } = deskOnLog.store
  await pool.query(
    `insert into kept.scene (id, name, display_name) values (77, 'practising', 'Practising')`,
  )
  await pool.query(
    `insert into kept.cabinet (id, scene, name, display_name, token_hash) values (77, 77, 'one', 'One', 'none')`,
  )
  await pool.query(
    `insert into kept.practice (tournament, cabinet, ends_at) values (77, 77, now() + interval '1 hour')`,
  )
  let runner = 0
  const claims = async (each: Store['pool']) => {
    return (await claim({ ...deskOnLog.store, pool: each }, `runner ${runner++}`)).length
  }
  expect(await thenEarlier(claims)).toEqual([1, 0])
})
