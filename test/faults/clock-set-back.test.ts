// The machine's clock was an hour ahead and is right again: rows have times that are still to come.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { claimEvents, storeEvent } from '../../services/money/events.ts'
import { openDeliveryQueue, insertDue } from '../../services/notify/outbox/deliveries.ts'
import { openPlaces } from '../../services/notify/outbox/places.ts'
import { subscribe } from '../../services/notify/index.ts'
import { consume, countAttempt, openEncryption } from '../../services/store/index.ts'
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

test('P17: what was to be sent, and what a process had leased, is taken at once', async () => {
  const { store, desk, log } = deskOnLog
  const { pool, db } = store
  const { tournament } = await newTournament(desk)
  await pool.query('insert into kept.tournament (id) values ($1)', [tournament])
  const address = { url: 'https://here.test/' }
  const to = { channel: 'test', tournament, address, options: {}, after: await log.tail() }
  const subscription = await subscribe(store, encryption, to)
  await insertDue(db, [{ subscription, tournament, key: 'one', content: {} }])
  const queue = openDeliveryQueue(store, encryption, 30_000)
  const take = async () => (await queue.take(['test'], openPlaces(20).room())).length
  const later = `now() + interval '1 hour'`
  await pool.query(`update kept.delivery set created_at = ${later}, due_at = ${later}`)
  expect(await take()).toBe(1)
  expect(await take()).toBe(0)
  await pool.query(`update kept.delivery set leased_until = ${later}, due_at = now()`)
  expect(await take()).toBe(1)
})

test('P17: an event of Stripe that was to be tried again is tried', async () => {
  const { pool } = deskOnLog.store
  await storeEvent(pool, { id: 'evt_1', type: 'ping', account: null, object: 'x' })
  await pool.query(`update kept.stripe_event set due_at = now() + interval '61 minutes'`)
  expect(await claimEvents(pool, 5)).toHaveLength(1)
  expect(await claimEvents(pool, 5)).toHaveLength(0)
})
