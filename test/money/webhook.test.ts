import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { startWaggle } from '#services/index.ts'
import { until } from '../support/desk-client.ts'
import { startPayments } from './payments-fixture.ts'
import type { PaymentsFixture } from './payments-fixture.ts'

// R-PM-6: Stripe's events are signed, and may be late, repeated and in any order.
let payments: PaymentsFixture
let tournament: number

beforeAll(async () => {
  payments = await startPayments()
  tournament = await payments.tournament()
})
afterAll(() => payments?.stop())
afterEach(() => payments.stripe.expectNoComplaint())

test('R-PM-6: a repeated event is handled once', async () => {
  const player = await payments.player(tournament, { price: 1250 })
  const { id } = payments.stripe.pay((await payments.checkout(player)).id)
  const event = payments.stripe.event('checkout.session.completed', id)
  for (let time = 0; time < 3; time++) expect(await payments.post(event)).toBe(200)
  await payments.allEventsHandled()
  const { rows } = await payments.fixture.app.store.pool.query(
    'select attempts from kept.stripe_event where id = $1',
    [event.id],
  )
  expect(rows).toEqual([{ attempts: 1 }])
  expect(await payments.ledger(tournament, player)).toHaveLength(1)
})

test('R-PM-7: what Stripe returns of the fee is in the ledger once, whoever refunds', async () => {
  const { player, session } = await payments.paidByCard(tournament, 1250)
  await payments.send('POST', `player/${player}/refund/`, { cents: 250, refundFee: true })
  payments.stripe.refund(session, 500).withFee = true
  await payments.deliver('charge.refunded', session.charge!)
  await payments.deliver('charge.refunded', session.charge!)
  const fees = async () => (await payments.ledger(tournament, player)).map(({ fee }) => Number(fee))
  expect(await fees()).toEqual([13, -3, -5])
  // A restricted key may not read fees: the refund is entered, and the fee when it may.
  payments.stripe.hidesFees = true
  payments.stripe.refund(session, 100).withFee = true
  await payments.deliver('charge.refunded', session.charge!)
  expect(await fees()).toEqual([13, -3, -5, 0])
  payments.stripe.hidesFees = false
  await payments.send('POST', `player/${player}/refund/`, { refundFee: true })
  expect((await fees()).reduce((sum, fee) => sum + fee, 0)).toBe(0)
})

test('R-PM-6: events in any order have the same result', async () => {
  const player = await payments.player(tournament, { price: 1250 })
  const session = payments.stripe.pay((await payments.checkout(player)).id)
  payments.stripe.refund(session, 250)
  // The refund comes before its payment, and a late event of an earlier state changes nothing.
  await payments.deliver('charge.refunded', session.charge!)
  await payments.deliver('checkout.session.completed', session.id)
  await payments.deliver('checkout.session.expired', session.id)
  expect(await payments.ledger(tournament, player)).toMatchObject([
    { kind: 'card', cents: 1250 },
    { kind: 'refund', cents: -250 },
  ])
})

test('R-PM-6: an event that is unsigned, altered, signed with another secret or too old is refused', async () => {
  const player = await payments.player(tournament, { price: 1250 })
  const { id } = await payments.checkout(player)
  const now = Math.floor(Date.now() / 1000)
  const event = (more?: object) => payments.stripe.event('checkout.session.completed', id, more)
  const good = event()
  const refused = [
    { ...good, headers: {} },
    { ...good, text: good.text.replace('"paid"', '"paid" ') },
    { ...good, text: good.text.replace(id, 'cs_1') },
    event({ secret: 'whsec_another' }),
    event({ at: now - 301 - 60 }),
    { ...good, text: '' },
  ]
  for (const posted of refused) expect(await payments.post(posted)).toBe(400)
  // Pretty-printed as by Stripe: parsed and serialized again it would not match its signature.
  expect(good.text).toContain('\n')
  expect(await payments.post(event({ at: now - 200 }))).toBe(200)
  const { rows } = await payments.fixture.app.store.pool.query(
    'select count(*)::int as n from kept.stripe_event where object = $1',
    [id],
  )
  expect(rows).toEqual([{ n: 1 }])
})

test('R-PM-6: a signed body that is not an event is refused with the reason, and logged', async () => {
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
  const logLength = payments.lines.length
  for (const text of texts) {
    const { status, body } = await payments.fixture.call(
      'anonymous',
      'POST',
      '/api/stripe/webhook/',
      {
        body: text,
        headers: { 'stripe-signature': signed(text, payments.stripe.keys.webhookSecret) },
      },
    )
    expect([text, status, body]).toEqual([text, 400, expect.objectContaining(refused)])
  }
  const lines = payments.lines.slice(logLength).filter((line) => line.includes('malformed'))
  expect(lines).toHaveLength(texts.length)
  const { rows } = await payments.fixture.app.store.pool.query(
    "select id from kept.stripe_event where id like 'evt_shape%'",
  )
  expect(rows).toEqual([])
})
const refused = { code: 'STRIPE_EVENT_MALFORMED' }

function signed(text: string, secret: string): string {
  const at = Math.floor(Date.now() / 1000)
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${text}`).digest('hex')}`
}

test('R-PM-6: the content of an event is not trusted; the object is read from Stripe', async () => {
  const player = await payments.player(tournament, { price: 1250 })
  const { id } = await payments.checkout(player)
  // Every event of the stand-in claims "paid".
  await payments.deliver('checkout.session.completed', id)
  expect([await payments.isPaid(player), await payments.ledger(tournament, player)]).toEqual([
    false,
    [],
  ])
})

test('R-PM-6: while Stripe is unreachable an event is accepted, and handled later', async () => {
  const player = await payments.player(tournament, { price: 1250 })
  const { id } = payments.stripe.pay((await payments.checkout(player)).id)
  await payments.stripe.down()
  const event = payments.stripe.event('checkout.session.completed', id)
  expect(await payments.post(event)).toBe(200)
  const hasBeenTried = async () => {
    const { rows } = await payments.fixture.app.store.pool.query(
      'select attempts from kept.stripe_event where id = $1',
      [event.id],
    )
    return rows[0].attempts >= 1
  }
  await until('the event to be tried', hasBeenTried)
  // The page still shows the old state.
  expect(await payments.read('admin', `player/${player}/checkout/`)).toMatchObject({
    state: 'open',
  })
  await payments.stripe.up()
  await payments.allEventsHandled()
  expect(await payments.isPaid(player)).toBe(true)
})

test('R-PM-6: an event stored before a restart is handled after it', async () => {
  const player = await payments.player(tournament, { price: 1250 })
  const { id } = payments.stripe.pay((await payments.checkout(player)).id)
  const { databaseUrl, streams, store } = payments.fixture.app
  const stored = { id: `evt_${randomUUID()}`, type: 'checkout.session.completed', object: id }
  // The state after a crash during handling: leased for longer than this test.
  const dueAt = new Date(Date.now() + 3_600_000)
  await store.db
    .insertInto('kept.stripeEvent')
    .values({ ...stored, account: 'acct_1', attempts: 1, dueAt })
    .execute()
  expect(await payments.isPaid(player)).toBe(false)
  const second = await startWaggle({
    databaseUrl,
    streams,
    natsUrl: inject('natsUrl'),
    port: 0,
    stripe: payments.stripe.keys,
    quiet: true,
  })
  await payments.allEventsHandled()
  expect(await payments.isPaid(player)).toBe(true)
  await second.stop()
})

test('a foreign checkout on the same account is ignored', async () => {
  const player = await payments.player(tournament, { price: 1250 })
  const own = await payments.checkout(player)
  // Even with the metadata of a checkout whose session is not stored yet.
  const { pool } = payments.fixture.app.store
  await pool.query('update kept.checkout set session = null where player = $1', [player])
  const before = (await payments.ledger(tournament)).length
  const foreign = { ...own, id: 'cs_foreign', cents: 99, metadata: { ...own.metadata } }
  payments.stripe.sessions.push(foreign)
  payments.stripe.pay(foreign.id)
  await payments.deliver('checkout.session.completed', foreign.id)
  payments.stripe.refund(foreign, 99)
  await payments.deliver('charge.refunded', foreign.charge!)
  await payments.deliver('checkout.session.completed', 'cs_nowhere')
  expect((await payments.ledger(tournament)).length).toBe(before)
})

test('R-PM-6: a late reader of an earlier state changes nothing', async () => {
  const player = await payments.player(tournament, { price: 1250 })
  const { id } = payments.stripe.pay((await payments.checkout(player)).id)
  await payments.deliver('checkout.session.completed', id)
  const money = { amount_total: 1250, currency: 'usd' }
  const earlier = { id, ...money, status: 'expired', payment_status: 'unpaid' }
  payments.stripe.rule = ({ method }) => (method === 'GET' ? { status: 200, body: earlier } : null)
  await payments.deliver('checkout.session.expired', id)
  payments.stripe.rule = null
  expect(await payments.read('admin', `player/${player}/checkout/`)).toMatchObject({
    state: 'paid',
    paid: true,
  })
})
