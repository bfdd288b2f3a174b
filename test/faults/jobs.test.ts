// Jobs in Postgres that several processes work off, with events of Stripe as an example.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEvents } from '#services/money/webhook-queue.ts'
import { openDeskOnLog } from '../support/desk-on-log.ts'
import type { DeskOnLog } from '../support/desk-on-log.ts'

let deskOnLog: DeskOnLog
let events: ReturnType<typeof openEvents>
beforeAll(async () => {
  deskOnLog = await openDeskOnLog()
  events = openEvents(deskOnLog.store.pool)
})
afterAll(() => deskOnLog?.close())

async function stored(...ids: string[]): Promise<void> {
  await deskOnLog.store.pool.query('delete from kept.stripe_event')
  for (const id of ids) await events.store({ id, type: 'ping', account: null, object: 'x' })
}

/** Ends the leases and pauses of all jobs. */
async function makeDue(): Promise<void> {
  await deskOnLog.store.pool.query(
    'update kept.stripe_event set due_at = now() where due_at is not null',
  )
}

test('P8: processes that look at the same moment take each job once', async () => {
  const ids = Array.from({ length: 30 }, (_, index) => `evt_${index}`)
  await stored(...ids)
  const taken = await Promise.all(ids.map(() => events.take(3)))
  const rest = await events.take(30)
  const all = [...taken.flat(), ...rest].map(({ id }) => id)
  expect(all.toSorted()).toEqual(ids.toSorted())
})

test('P8: a process whose lease has ended does not put back what another has taken or done', async () => {
  await stored('evt')
  const [first] = await events.take(1)
  await makeDue()
  const [second] = await events.take(1)
  expect([first?.attempts, second?.attempts]).toEqual([1, 2])
  expect(await events.retry(first!, 0)).toBe(false)
  expect(await events.take(1)).toEqual([])
  // What the first has done nevertheless is done.
  expect(await events.end(first!)).toBe(true)
  expect(await events.retry(second!, 0)).toBe(false)
  expect(await events.take(1)).toEqual([])
})

test('a job that failed is due after its pause', async () => {
  await stored('evt')
  const [first] = await events.take(1)
  expect(await events.retry(first!, 3_600_000)).toBe(true)
  expect(await events.take(1)).toEqual([])
  await makeDue()
  const [second] = await events.take(1)
  expect(await events.retry(second!, 0)).toBe(true)
  expect(await events.take(1)).toMatchObject([{ id: 'evt', attempts: 3 }])
})
