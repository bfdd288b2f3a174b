import { withoutMessages } from '../support/without-messages.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startPayments } from './payments-fixture.ts'
import type { PaymentsFixture } from './payments-fixture.ts'

// R-PM-3 to R-PM-5: a card payment becomes exactly one entry of the ledger.
let payments: PaymentsFixture
let tournament: number
let entry: number
let shirt: number

beforeAll(async () => {
  payments = await startPayments()
  tournament = await payments.tournament()
  entry = await payments.option(tournament)
  shirt = await payments.option(tournament, {
    name: 'Shirt',
    price: '19.99',
    allowCustomPrice: true,
  })
})
afterAll(() => payments?.stop())
// Every request to Stripe has to match its documentation.
afterEach(() => payments.stripe.expectNoComplaint())

const entryOnly = () => [{ paymentOption: entry }]
const refusal = async (player: number, body: object) => {
  const path = `player/${player}/checkout/`
  const { status, body: answer } = await payments.attempt('admin', 'POST', path, body)
  return [status, answer.code ?? answer]
}

test('R-PM-3: a checkout has the chosen options, the scene’s account and our fee', async () => {
  const player = await payments.player(tournament)
  const options = [{ paymentOption: entry }, { paymentOption: shirt, quantity: 2 }]
  const session = await payments.checkout(player, { options })
  expect(session).toMatchObject({ account: 'acct_1', cents: 1250 + 2 * 1999, fee: 52 })
  const { form, account } = payments.stripe.sent.findLast(({ path }) => path.endsWith('/sessions'))!
  expect(account).toBe('acct_1')
  expect(form).toMatchObject({
    mode: 'payment',
    'line_items[0][price_data][unit_amount]': '1250',
    'line_items[0][price_data][product_data][name]': 'Entry',
    'line_items[0][quantity]': '1',
    'line_items[1][price_data][unit_amount]': '1999',
    'line_items[1][quantity]': '2',
    'payment_intent_data[application_fee_amount]': '52',
  })
  expect(form['success_url']).toMatch(
    /^https:\/\/waggle\.example\/t\/here\/friday-.*checkout=paid$/,
  )
  expect(await payments.read('admin', `player/${player}/`)).toMatchObject({
    price: 5248,
    paid: false,
    selectedPaymentOptions: [
      { paymentOption: { id: entry, name: 'Entry', price: '12.50' }, quantity: 1 },
      { paymentOption: { id: shirt, name: 'Shirt', price: '19.99' }, quantity: 2 },
    ],
  })
})

test('R-PM-3: the fee for 12.50 is 13 cents; for 40 cents it is zero and left out', async () => {
  const cheap = await payments.option(tournament, { name: 'Sticker', price: '0.40' })
  expect(
    (await payments.checkout(await payments.player(tournament), { options: entryOnly() })).fee,
  ).toBe(13)
  const options = [{ paymentOption: cheap }]
  const session = await payments.checkout(await payments.player(tournament), { options })
  expect(session).toMatchObject({ cents: 40, fee: 0 })
  const { form } = payments.stripe.sent.findLast(({ path }) => path.endsWith('/sessions'))!
  expect(Object.keys(form).filter((name) => name.includes('fee'))).toEqual([])
})

test('R-PM-4: a total, price or fee in the request is ignored', async () => {
  const player = await payments.player(tournament)
  const tampered = { paymentOption: entry, price: '0.01', unitAmount: 1, cents: 1 }
  const body = { options: [tampered], total: 1, amount: 1, price: 1, fee: 0 }
  expect(await payments.checkout(player, body)).toMatchObject({ cents: 1250, fee: 13 })
})

test('R-PM-4: a custom price may be higher if the option allows it, never lower', async () => {
  const player = await payments.player(tournament)
  const shirtAt = (customPrice: unknown) => ({ options: [{ paymentOption: shirt, customPrice }] })
  expect((await payments.checkout(player, shirtAt('25.01'))).cents).toBe(2501)
  const wrong = (text: string) => [400, { options: [text] }]
  expect(withoutMessages(await refusal(player, shirtAt('19.98')))).toEqual(
    wrong('Shirt costs at least $19.99'),
  )
  expect(withoutMessages(await refusal(player, shirtAt('-1')))).toEqual(
    wrong('Price must be a positive number'),
  )
  const fixed = { options: [{ paymentOption: entry, customPrice: '20' }] }
  expect(withoutMessages(await refusal(player, fixed))).toEqual(wrong('Entry has a fixed price'))
  const foreign = await payments.option(await payments.tournament())
  for (const paymentOption of [foreign, 999_999]) {
    const found = await refusal(player, { options: [{ paymentOption }] })
    expect(withoutMessages(found)).toEqual(wrong('There is no such payment option'))
  }
})

test('players can pay for themselves, and only an admin of the scene for others', async () => {
  const { id: user } = await payments.fixture
    .call('player', 'GET', '/api/user/me/')
    .then((r) => r.body)
  const own = await payments.player(tournament, { price: 500 })
  // Links the player to the account, as if they had registered themself.
  const { db } = payments.fixture.app.store
  await db.updateTable('kept.player').set({ user }).where('id', '=', own).execute()
  const other = await payments.player(tournament, { price: 500 })
  const statusesFor = async (
    who: 'anonymous' | 'player' | 'official' | 'otherAdmin',
    player: number,
  ) => {
    const path = `player/${player}/checkout/`
    const replies = [
      await payments.attempt(who, 'POST', path),
      await payments.attempt(who, 'GET', path),
    ]
    return replies.map(({ status }) => status)
  }
  expect(await statusesFor('player', own)).toEqual([200, 200])
  expect(await statusesFor('player', other)).toEqual([403, 403])
  expect(await statusesFor('official', other)).toEqual([403, 403])
  expect(await statusesFor('otherAdmin', other)).toEqual([403, 403])
  expect(await statusesFor('anonymous', own)).toEqual([401, 401])
})

test('R-PM-7: repeated requests return the same checkout, even five at once', async () => {
  const player = await payments.player(tournament, { price: 1250 })
  const before = payments.stripe.sessions.length
  const all = await Promise.all([1, 2, 3, 4, 5].map(() => payments.checkout(player)))
  expect(new Set(all.map(({ id }) => id)).size).toBe(1)
  expect(payments.stripe.sessions.length).toBe(before + 1)
  expect((await payments.checkout(player)).id).toBe(all[0]!.id)
})

test('R-PM-7: a lost response does not lead to a second checkout', async () => {
  const player = await payments.player(tournament, { price: 1250 })
  const before = payments.stripe.sessions.length
  const { pool } = payments.fixture.app.store
  const { id } = await payments.checkout(player)
  await pool.query('update kept.checkout set session = null where player = $1', [player])
  expect((await payments.checkout(player)).id).toBe(id)
  expect(payments.stripe.sessions.length).toBe(before + 1)
})

test('a checkout with other options expires the previous one, so that nobody pays twice', async () => {
  const player = await payments.player(tournament)
  const first = await payments.checkout(player, { options: entryOnly() })
  const second = await payments.checkout(player, { options: [{ paymentOption: shirt }] })
  expect([first.status, second.status]).toEqual(['expired', 'open'])
  const rivals = await Promise.all(
    [
      entryOnly(),
      [{ paymentOption: shirt, quantity: 3 }],
      entryOnly(),
      [{ paymentOption: shirt }],
    ].map((options) =>
      payments.attempt('admin', 'POST', `player/${player}/checkout/`, { options }),
    ),
  )
  for (const { status } of rivals) expect([200, 503]).toContain(status)
  const open = () =>
    payments.stripe.sessions.filter(
      ({ metadata, status }) => metadata['player'] === `${player}` && status === 'open',
    )
  expect(open().length).toBeLessThanOrEqual(1)
  const last = await payments.checkout(player, { options: entryOnly() })
  expect(open()).toEqual([last])
})

test('an expired checkout is replaced by a new one', async () => {
  const player = await payments.player(tournament, { price: 1250 })
  const first = await payments.checkout(player)
  first.status = 'expired'
  const second = await payments.checkout(player)
  expect(second.id).not.toBe(first.id)
  payments.stripe.pay(second.id)
  await payments.deliver('checkout.session.completed', second.id)
  expect(await payments.isPaid(player)).toBe(true)
})

test('an amount paid in cash is not charged again by card', async () => {
  const player = await payments.player(tournament, { price: 1250 })
  await payments.send('POST', 'ledger/', { player, kind: 'cash', cents: 1000 })
  expect(await payments.checkout(player)).toMatchObject({ cents: 250, fee: 3 })
  await payments.send('POST', 'ledger/', { player, kind: 'cash' })
  expect(await payments.isPaid(player)).toBe(true)
  expect(await refusal(player, {})).toEqual([409, 'NOTHING_DUE'])
})

test('R-PM-5: a completed checkout is entered once, and the player is marked as paid', async () => {
  const player = await payments.player(tournament)
  const session = payments.stripe.pay(
    (await payments.checkout(player, { options: entryOnly() })).id,
  )
  expect(await payments.isPaid(player)).toBe(false)
  await payments.deliver('checkout.session.completed', session.id)
  expect(await payments.isPaid(player)).toBe(true)
  expect(await payments.ledger(tournament, player)).toMatchObject([
    { kind: 'card', cents: 1250, covers: 1250, fee: 13, by: null, payment: session.payment },
  ])
  expect(await refusal(player, { options: entryOnly() })).toEqual([409, 'NOTHING_DUE'])
})

test('R-PM-5: the return page only makes the entry appear sooner', async () => {
  const player = await payments.player(tournament, { price: 1250 })
  const path = `player/${player}/checkout/`
  expect(await payments.read('admin', path)).toEqual({
    state: 'none',
    price: 1250,
    settled: 0,
    paid: false,
  })
  const { id } = await payments.checkout(player)
  // A browser that returns does not prove a payment.
  expect(await payments.read('admin', path)).toMatchObject({ state: 'open', paid: false })
  payments.stripe.pay(id)
  expect(await payments.read('admin', path)).toEqual({
    state: 'paid',
    price: 1250,
    settled: 1250,
    paid: true,
  })
  await payments.deliver('checkout.session.completed', id)
  expect(await payments.ledger(tournament, player)).toHaveLength(1)
})

test('R-PM-5: concurrent page reads and webhooks enter each payment once', async () => {
  for (let race = 0; race < 20; race++) {
    const player = await payments.player(tournament, { price: 1000 + race })
    const { id } = payments.stripe.pay((await payments.checkout(player)).id)
    const event = payments.stripe.event('checkout.session.completed', id)
    const page = () => payments.read('admin', `player/${player}/checkout/`)
    const postLateEvent = () =>
      payments.post(payments.stripe.event('checkout.session.async_payment_succeeded', id))
    await Promise.all([
      payments.post(event),
      page(),
      postLateEvent(),
      page(),
      payments.post(event),
      page(),
    ])
    await payments.allEventsHandled()
    expect(await payments.ledger(tournament, player)).toMatchObject([
      { kind: 'card', cents: 1000 + race },
    ])
  }
})

test('R-PM-5: a payment that takes days is waiting, then paid', async () => {
  const player = await payments.player(tournament, { price: 1250 })
  const { id } = payments.stripe.pay((await payments.checkout(player)).id, 'slowly')
  await payments.deliver('checkout.session.completed', id)
  expect(await payments.read('admin', `player/${player}/checkout/`)).toMatchObject({
    state: 'waiting',
  })
  expect([await payments.isPaid(player), await payments.ledger(tournament, player)]).toEqual([
    false,
    [],
  ])
  expect(await refusal(player, {})).toEqual([409, 'PAYMENT_UNDER_WAY'])
  payments.stripe.settle(id, 'paid')
  await payments.deliver('checkout.session.async_payment_succeeded', id)
  expect(await payments.isPaid(player)).toBe(true)
})

test('R-PM-5: a refused payment is failed, and the player may try again', async () => {
  const player = await payments.player(tournament, { price: 1250 })
  const { id } = payments.stripe.pay((await payments.checkout(player)).id, 'slowly')
  await payments.deliver('checkout.session.completed', id)
  payments.stripe.settle(id, 'failed')
  await payments.deliver('checkout.session.async_payment_failed', id)
  expect(await payments.read('admin', `player/${player}/checkout/`)).toMatchObject({
    state: 'failed',
  })
  expect((await payments.checkout(player)).id).not.toBe(id)
})

test('a tournament with payments off creates no checkout', async () => {
  const closed = await payments.tournament()
  const player = await payments.player(closed, { price: 1250 })
  await payments.send('PATCH', `tournament/${closed}/`, { acceptPayments: false })
  expect(await refusal(player, {})).toEqual([409, 'PAYMENTS_OFF'])
})
