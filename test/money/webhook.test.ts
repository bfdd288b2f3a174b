import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { startWaggle } from '../../services/index.ts'
import { until } from '../support/desk-client.ts'
import { startPayments } from './payments-fixture.ts'
import type { PaymentsFixture } from './payments-fixture.ts'

// R-PM-6: what Stripe tells, signed, late, twice and in any order.
let till: PaymentsFixture
let tournament: number

beforeAll(async () => {
  till = await startPayments()
  tournament = await till.tournament()
})
afterAll(() => till?.stop())
afterEach(() => till.stripe.expectNoComplaint())

test('R-PM-6: an event told again is not dealt with again', async () => {
  const player = await till.player(tournament, { price: 1250 })
  const { id } = till.stripe.pay((await till.checkout(player)).id)
  const event = till.stripe.event('checkout.session.completed', id)
  for (let time = 0; time < 3; time++) expect(await till.post(event)).toBe(200)
  await till.dealt()
  const { rows } = await till.hall.rig.store.pool.query(
    'select attempts from kept.stripe_event where id = $1',
    [event.id],
  )
  expect(rows).toEqual([{ attempts: 1 }])
  expect(await till.ledger(tournament, player)).toHaveLength(1)
})

test('R-PM-6: in any order it comes to the same', async () => {
  const player = await till.player(tournament, { price: 1250 })
  const session = till.stripe.pay((await till.checkout(player)).id)
  till.stripe.refund(session, 250)
  // The refund first, then what it pays back; a late word of an earlier state changes nothing.
  await till.tell('charge.refunded', session.charge!)
  await till.tell('checkout.session.completed', session.id)
  await till.tell('checkout.session.expired', session.id)
  expect(await till.ledger(tournament, player)).toMatchObject([
    { kind: 'card', cents: 1250 },
    { kind: 'refund', cents: -250 },
  ])
})

test('R-PM-6: what is not signed, altered, signed by another or too old is refused', async () => {
  const player = await till.player(tournament, { price: 1250 })
  const { id } = await till.checkout(player)
  const now = Math.floor(Date.now() / 1000)
  const event = (more?: object) => till.stripe.event('checkout.session.completed', id, more)
  const good = event()
  const refused = [
    { ...good, headers: {} },
    { ...good, text: good.text.replace('"paid"', '"paid" ') },
    { ...good, text: good.text.replace(id, 'cs_1') },
    event({ secret: 'whsec_another' }),
    event({ at: now - 301 - 60 }),
    { ...good, text: '' },
  ]
  for (const posted of refused) expect(await till.post(posted)).toBe(400)
  // Pretty-printed as Stripe does: read as JSON and written again it would not be what was signed.
  expect(good.text).toContain('\n')
  expect(await till.post(event({ at: now - 200 }))).toBe(200)
  const { rows } = await till.hall.rig.store.pool.query(
    'select count(*)::int as n from kept.stripe_event where object = $1',
    [id],
  )
  expect(rows).toEqual([{ n: 1 }])
})

test('R-PM-6: what is signed but is no event is refused with the reason, and noted', async () => {
  const good = { id: 'evt_shape', type: 'charge.refunded', data: { object: { id: 'ch_1' } } }
  const malformed: unknown[] = [
    null,
    [],
    'text',
    {},
    { ...good, id: undefined },
    { ...good, id: 7 },
    { ...good, id: 'evt_\u0000' },
    { ...good, type: null },
    { ...good, data: undefined },
    { ...good, data: { object: null } },
    { ...good, data: { object: { id: 7 } } },
    { ...good, account: {} },
  ]
  const texts = ['no JSON', ...malformed.map((each) => JSON.stringify(each))]
  const noted = till.lines.length
  for (const text of texts) {
    const { status, body } = await till.hall.call('anonymous', 'POST', '/api/stripe/webhook/', {
      body: text,
      headers: { 'stripe-signature': signed(text, till.stripe.keys.webhookSecret) },
    })
    expect([text, status, body]).toEqual([text, 400, expect.objectContaining(refused)])
  }
  const lines = till.lines.slice(noted).filter((line) => line.includes('malformed'))
  expect(lines).toHaveLength(texts.length)
  const { rows } = await till.hall.rig.store.pool.query(
    "select id from kept.stripe_event where id like 'evt_shape%'",
  )
  expect(rows).toEqual([])
})
const refused = { code: 'STRIPE_EVENT_MALFORMED' }

function signed(text: string, secret: string): string {
  const at = Math.floor(Date.now() / 1000)
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${text}`).digest('hex')}`
}

test('R-PM-6: what an event says is not believed: the object is read again', async () => {
  const player = await till.player(tournament, { price: 1250 })
  const { id } = await till.checkout(player)
  // Every event of the stand-in says "paid".
  await till.tell('checkout.session.completed', id)
  expect([await till.isPaid(player), await till.ledger(tournament, player)]).toEqual([false, []])
})

test('R-PM-6: with Stripe down the event is answered, and dealt with when it is back', async () => {
  const player = await till.player(tournament, { price: 1250 })
  const { id } = till.stripe.pay((await till.checkout(player)).id)
  await till.stripe.down()
  const event = till.stripe.event('checkout.session.completed', id)
  expect(await till.post(event)).toBe(200)
  const tried = async () => {
    const { rows } = await till.hall.rig.store.pool.query(
      'select attempts from kept.stripe_event where id = $1',
      [event.id],
    )
    return rows[0].attempts >= 1
  }
  await until('the event to be tried', tried)
  // The page shows what is known.
  expect(await till.read('admin', `player/${player}/checkout/`)).toMatchObject({ state: 'open' })
  await till.stripe.up()
  await till.dealt()
  expect(await till.isPaid(player)).toBe(true)
})

test('R-PM-6: an event kept before a restart is dealt with after it', async () => {
  const player = await till.player(tournament, { price: 1250 })
  const { id } = till.stripe.pay((await till.checkout(player)).id)
  const { databaseUrl, streams, store } = till.hall.rig
  const kept = { id: `evt_${randomUUID()}`, type: 'checkout.session.completed', object: id }
  // As a process leaves it that ended in the middle of it: leased for longer than this test.
  const dueAt = new Date(Date.now() + 3_600_000)
  await store.db
    .insertInto('kept.stripeEvent')
    .values({ ...kept, account: 'acct_1', dueAt })
    .execute()
  expect(await till.isPaid(player)).toBe(false)
  const second = await startWaggle({
    databaseUrl,
    streams,
    natsUrl: inject('natsUrl'),
    port: 0,
    stripe: till.stripe.keys,
    quiet: true,
  })
  await till.dealt()
  expect(await till.isPaid(player)).toBe(true)
  await second.stop()
})

test('a checkout of somebody else on the same account is none of ours', async () => {
  const player = await till.player(tournament, { price: 1250 })
  const own = await till.checkout(player)
  // Not even under the name of one whose own session we have not heard of yet.
  const { pool } = till.hall.rig.store
  await pool.query('update kept.checkout set session = null where player = $1', [player])
  const before = (await till.ledger(tournament)).length
  const foreign = { ...own, id: 'cs_foreign', cents: 99, metadata: { ...own.metadata } }
  till.stripe.sessions.push(foreign)
  till.stripe.pay(foreign.id)
  await till.tell('checkout.session.completed', foreign.id)
  till.stripe.refund(foreign, 99)
  await till.tell('charge.refunded', foreign.charge!)
  await till.tell('checkout.session.completed', 'cs_nowhere')
  expect((await till.ledger(tournament)).length).toBe(before)
})

test('R-PM-6: who read an earlier state, and comes later, changes nothing', async () => {
  const player = await till.player(tournament, { price: 1250 })
  const { id } = till.stripe.pay((await till.checkout(player)).id)
  await till.tell('checkout.session.completed', id)
  const money = { amount_total: 1250, currency: 'usd' }
  const earlier = { id, ...money, status: 'expired', payment_status: 'unpaid' }
  till.stripe.rule = ({ method }) => (method === 'GET' ? { status: 200, body: earlier } : null)
  await till.tell('checkout.session.expired', id)
  till.stripe.rule = null
  expect(await till.read('admin', `player/${player}/checkout/`)).toMatchObject({
    state: 'paid',
    paid: true,
  })
})
