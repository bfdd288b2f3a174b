import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startPayments } from './payments-fixture.ts'
import type { PaymentsFixture } from './payments-fixture.ts'

// R-PM-3 to R-PM-5: how a card payment comes to be one entry.
let till: PaymentsFixture
let tournament: number
let entry: number
let shirt: number

beforeAll(async () => {
  till = await startPayments()
  tournament = await till.tournament()
  entry = await till.option(tournament)
  shirt = await till.option(tournament, { name: 'Shirt', price: '19.99', allowCustomPrice: true })
})
afterAll(() => till?.stop())
// Whatever a test was about: what was sent was as the documents say.
afterEach(() => till.stripe.expectNoComplaint())

const one = () => [{ paymentOption: entry }]
const refusal = async (player: number, body: object) => {
  const path = `player/${player}/checkout/`
  const { status, body: answer } = await till.attempt('admin', 'POST', path, body)
  return [status, answer.code ?? answer]
}

test('R-PM-3: a checkout asks for the options chosen, on the account, with our fee', async () => {
  const player = await till.player(tournament)
  const options = [{ paymentOption: entry }, { paymentOption: shirt, quantity: 2 }]
  const session = await till.checkout(player, { options })
  expect(session).toMatchObject({ account: 'acct_1', cents: 1250 + 2 * 1999, fee: 52 })
  const { form, account } = till.stripe.sent.findLast(({ path }) => path.endsWith('/sessions'))!
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
  expect(await till.read('admin', `player/${player}/`)).toMatchObject({
    price: 5248,
    paid: false,
    selectedPaymentOptions: [
      { paymentOption: { id: entry, name: 'Entry', price: '12.50' }, quantity: 1 },
      { paymentOption: { id: shirt, name: 'Shirt', price: '19.99' }, quantity: 2 },
    ],
  })
})

test('R-PM-3: one percent of 12.50 is 13 cents; of 40 cents it is nothing, and left out', async () => {
  const cheap = await till.option(tournament, { name: 'Sticker', price: '0.40' })
  expect((await till.checkout(await till.player(tournament), { options: one() })).fee).toBe(13)
  const options = [{ paymentOption: cheap }]
  const session = await till.checkout(await till.player(tournament), { options })
  expect(session).toMatchObject({ cents: 40, fee: 0 })
  const { form } = till.stripe.sent.findLast(({ path }) => path.endsWith('/sessions'))!
  expect(Object.keys(form).filter((name) => name.includes('fee'))).toEqual([])
})

test('R-PM-4: a total, a price or a fee that was sent along counts nothing', async () => {
  const player = await till.player(tournament)
  const tampered = { paymentOption: entry, price: '0.01', unitAmount: 1, cents: 1 }
  const body = { options: [tampered], total: 1, amount: 1, price: 1, fee: 0 }
  expect(await till.checkout(player, body)).toMatchObject({ cents: 1250, fee: 13 })
})

test('R-PM-4: more may be paid where the option lets one, never less', async () => {
  const player = await till.player(tournament)
  const shirtAt = (customPrice: unknown) => ({ options: [{ paymentOption: shirt, customPrice }] })
  expect((await till.checkout(player, shirtAt('25.01'))).cents).toBe(2501)
  const wrong = (text: string) => [400, { options: [text] }]
  expect(await refusal(player, shirtAt('19.98'))).toEqual(wrong('Shirt costs at least 19.99'))
  expect(await refusal(player, shirtAt('-1'))).toEqual(wrong('Price must be a positive number'))
  const fixed = { options: [{ paymentOption: entry, customPrice: '20' }] }
  expect(await refusal(player, fixed)).toEqual(wrong('Entry has a fixed price'))
  const foreign = await till.option(await till.tournament())
  for (const paymentOption of [foreign, 999_999]) {
    const found = await refusal(player, { options: [{ paymentOption }] })
    expect(found).toEqual(wrong('There is no such payment option'))
  }
})

test('a player pays for themself; nobody but an admin of the scene for others', async () => {
  const { id: user } = await till.hall.call('player', 'GET', '/api/user/me/').then((r) => r.body)
  const own = await till.player(tournament, { price: 500 })
  // As if they had registered themself.
  const { db } = till.hall.rig.store
  await db.updateTable('kept.player').set({ user }).where('id', '=', own).execute()
  const other = await till.player(tournament, { price: 500 })
  const asked = async (who: 'anonymous' | 'player' | 'official' | 'otherAdmin', player: number) => {
    const path = `player/${player}/checkout/`
    const replies = [await till.attempt(who, 'POST', path), await till.attempt(who, 'GET', path)]
    return replies.map(({ status }) => status)
  }
  expect(await asked('player', own)).toEqual([200, 200])
  expect(await asked('player', other)).toEqual([403, 403])
  expect(await asked('official', other)).toEqual([403, 403])
  expect(await asked('otherAdmin', other)).toEqual([403, 403])
  expect(await asked('anonymous', own)).toEqual([401, 401])
})

test('R-PM-7: the same asked again is the same checkout, also five times at once', async () => {
  const player = await till.player(tournament, { price: 1250 })
  const before = till.stripe.sessions.length
  const all = await Promise.all([1, 2, 3, 4, 5].map(() => till.checkout(player)))
  expect(new Set(all.map(({ id }) => id)).size).toBe(1)
  expect(till.stripe.sessions.length).toBe(before + 1)
  expect((await till.checkout(player)).id).toBe(all[0]!.id)
})

test('R-PM-7: an answer lost on its way makes no second checkout', async () => {
  const player = await till.player(tournament, { price: 1250 })
  const before = till.stripe.sessions.length
  const { pool } = till.hall.rig.store
  const { id } = await till.checkout(player)
  await pool.query('update kept.checkout set session = null where player = $1', [player])
  expect((await till.checkout(player)).id).toBe(id)
  expect(till.stripe.sessions.length).toBe(before + 1)
})

test('with other options the checkout before is closed, so that nobody pays twice', async () => {
  const player = await till.player(tournament)
  const first = await till.checkout(player, { options: one() })
  const second = await till.checkout(player, { options: [{ paymentOption: shirt }] })
  expect([first.status, second.status]).toEqual(['expired', 'open'])
  const rivals = await Promise.all(
    [one(), [{ paymentOption: shirt, quantity: 3 }], one(), [{ paymentOption: shirt }]].map(
      (options) => till.attempt('admin', 'POST', `player/${player}/checkout/`, { options }),
    ),
  )
  for (const { status } of rivals) expect([200, 503]).toContain(status)
  const open = () =>
    till.stripe.sessions.filter(
      ({ metadata, status }) => metadata['player'] === `${player}` && status === 'open',
    )
  expect(open().length).toBeLessThanOrEqual(1)
  const last = await till.checkout(player, { options: one() })
  expect(open()).toEqual([last])
})

test('an expired checkout is followed by a new one', async () => {
  const player = await till.player(tournament, { price: 1250 })
  const first = await till.checkout(player)
  first.status = 'expired'
  const second = await till.checkout(player)
  expect(second.id).not.toBe(first.id)
  till.stripe.pay(second.id)
  await till.tell('checkout.session.completed', second.id)
  expect(await till.isPaid(player)).toBe(true)
})

test('what was paid in cash is not asked for again by card', async () => {
  const player = await till.player(tournament, { price: 1250 })
  await till.send('POST', 'ledger/', { player, kind: 'cash', cents: 1000 })
  expect(await till.checkout(player)).toMatchObject({ cents: 250, fee: 3 })
  await till.send('POST', 'ledger/', { player, kind: 'cash' })
  expect(await till.isPaid(player)).toBe(true)
  expect(await refusal(player, {})).toEqual([409, 'NOTHING_DUE'])
})

test('R-PM-5: a completed checkout is entered once, and the player has paid', async () => {
  const player = await till.player(tournament)
  const session = till.stripe.pay((await till.checkout(player, { options: one() })).id)
  expect(await till.isPaid(player)).toBe(false)
  await till.tell('checkout.session.completed', session.id)
  expect(await till.isPaid(player)).toBe(true)
  expect(await till.ledger(tournament, player)).toMatchObject([
    { kind: 'card', cents: 1250, covers: 1250, fee: 13, by: null, payment: session.payment },
  ])
  expect(await refusal(player, { options: one() })).toEqual([409, 'NOTHING_DUE'])
})

test('R-PM-5: the page one comes back to only makes it faster', async () => {
  const player = await till.player(tournament, { price: 1250 })
  const path = `player/${player}/checkout/`
  expect(await till.read('admin', path)).toEqual({
    state: 'none',
    price: 1250,
    settled: 0,
    paid: false,
  })
  const { id } = await till.checkout(player)
  // That a browser came back proves nothing.
  expect(await till.read('admin', path)).toMatchObject({ state: 'open', paid: false })
  till.stripe.pay(id)
  expect(await till.read('admin', path)).toEqual({
    state: 'paid',
    price: 1250,
    settled: 1250,
    paid: true,
  })
  await till.tell('checkout.session.completed', id)
  expect(await till.ledger(tournament, player)).toHaveLength(1)
})

test('R-PM-5: page and webhook race 20 times: one payment each time', async () => {
  for (let race = 0; race < 20; race++) {
    const player = await till.player(tournament, { price: 1000 + race })
    const { id } = till.stripe.pay((await till.checkout(player)).id)
    const event = till.stripe.event('checkout.session.completed', id)
    const page = () => till.read('admin', `player/${player}/checkout/`)
    const told = () => till.post(till.stripe.event('checkout.session.async_payment_succeeded', id))
    await Promise.all([till.post(event), page(), told(), page(), till.post(event), page()])
    await till.dealt()
    expect(await till.ledger(tournament, player)).toMatchObject([
      { kind: 'card', cents: 1000 + race },
    ])
  }
})

test('R-PM-5: a bank that takes days: waiting, then paid', async () => {
  const player = await till.player(tournament, { price: 1250 })
  const { id } = till.stripe.pay((await till.checkout(player)).id, 'slowly')
  await till.tell('checkout.session.completed', id)
  expect(await till.read('admin', `player/${player}/checkout/`)).toMatchObject({ state: 'waiting' })
  expect([await till.isPaid(player), await till.ledger(tournament, player)]).toEqual([false, []])
  expect(await refusal(player, {})).toEqual([409, 'PAYMENT_UNDER_WAY'])
  till.stripe.settle(id, 'paid')
  await till.tell('checkout.session.async_payment_succeeded', id)
  expect(await till.isPaid(player)).toBe(true)
})

test('R-PM-5: a bank that refuses: failed, and the player may try again', async () => {
  const player = await till.player(tournament, { price: 1250 })
  const { id } = till.stripe.pay((await till.checkout(player)).id, 'slowly')
  await till.tell('checkout.session.completed', id)
  till.stripe.settle(id, 'failed')
  await till.tell('checkout.session.async_payment_failed', id)
  expect(await till.read('admin', `player/${player}/checkout/`)).toMatchObject({ state: 'failed' })
  expect((await till.checkout(player)).id).not.toBe(id)
})

test('a tournament that takes no payments opens no checkout', async () => {
  const closed = await till.tournament()
  const player = await till.player(closed, { price: 1250 })
  await till.send('PATCH', `tournament/${closed}/`, { acceptPayments: false })
  expect(await refusal(player, {})).toEqual([409, 'PAYMENTS_OFF'])
})
