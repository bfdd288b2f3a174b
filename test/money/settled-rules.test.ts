import { withoutMessages } from '../support/without-messages.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { expectOk } from '../support/two-scenes.ts'
import { startPayments } from './payments-fixture.ts'
import type { PaymentsFixture } from './payments-fixture.ts'

// R-PM-7: manual entries have a reason, and the balance on which they were decided. Nobody pays
// twice, and no money disappears with its player or tournament.
let payments: PaymentsFixture
let tournament: number
beforeAll(async () => {
  payments = await startPayments()
  tournament = await payments.tournament()
})
afterAll(() => payments?.stop())
afterEach(() => payments.stripe.expectNoComplaint())

const kinds = async (player: number) =>
  (await payments.ledger(tournament, player)).map(({ kind, cents }) => [kind, cents])
const refused = async (path: string, body: object) => {
  const { status, body: answer } = await payments.attempt('admin', 'POST', path, body)
  return [status, answer.code]
}

test('P20: a reason is one of a fixed list, and only for a comp', async () => {
  const player = await payments.player(tournament, { price: 1250 })
  const comp = { player, kind: 'comp', reason: 'volunteer' }
  expect(await refused('ledger/', { ...comp, reason: 'her mother is ill' })).toEqual([
    400,
    undefined,
  ])
  expect(await refused('ledger/', { ...comp, kind: 'cash' })).toEqual([400, undefined])
  await payments.send('POST', 'ledger/', comp)
  const byName = (await payments.fixture.call('admin', 'GET', '/api/user/me/')).body.name
  expect(await payments.ledger(tournament, player)).toMatchObject([
    { kind: 'comp', reason: 'volunteer', byName },
  ])
})

test('an entry based on an outdated balance is refused', async () => {
  const player = await payments.player(tournament, { price: 1250 })
  const cash = { player, kind: 'cash', cents: 1250, settled: 0 }
  await payments.send('POST', 'ledger/', cash)
  expect(await refused('ledger/', cash)).toEqual([409, 'LEDGER_MOVED'])
  expect(await kinds(player)).toEqual([['cash', 1250]])

  const paid = await payments.paidByCard(tournament, 1250)
  const half = { cents: 600, settled: 1250 }
  await payments.send('POST', `player/${paid.player}/refund/`, half)
  expect(await refused(`player/${paid.player}/refund/`, half)).toEqual([409, 'LEDGER_MOVED'])
  expect(await kinds(paid.player)).toEqual([
    ['card', 1250],
    ['refund', -600],
  ])
})

const remove = (path: string, body: object = {}) =>
  payments.attempt('admin', 'DELETE', path, body).then((reply) => [reply.status, reply.body?.code])
const openCheckout = async (own = tournament) => {
  const player = await payments.player(own, { price: 1250 })
  return { player, session: await payments.checkout(player) }
}
const payLate = async (session: string) => {
  payments.stripe.pay(session)
  await payments.deliver('checkout.session.completed', session)
}

test('R-PM-5: an entry by hand closes the open checkout, so that nobody pays twice', async () => {
  const changes: [string, string, (player: number) => object][] = [
    ['POST', 'ledger/', (player) => ({ player, kind: 'cash' })],
    ['PATCH', 'player/', () => ({ paid: true })],
    ['PATCH', 'player/', () => ({ price: 500 })],
  ]
  for (const [method, path, body] of changes) {
    const { player, session } = await openCheckout()
    await payments.send(method, method === 'PATCH' ? `${path}${player}/` : path, body(player))
    expect([path, session.status]).toEqual([path, 'expired'])
    // Whatever else is changed leaves the checkout open.
    const other = await openCheckout()
    await payments.send('PATCH', `player/${other.player}/`, { price: 1250, name: 'Di' })
    expect(other.session.status).toBe('open')
  }
})

test('R-PM-5: a payment that got through counts before an entry by hand', async () => {
  const { player, session } = await openCheckout()
  payments.stripe.pay(session.id)
  expect(await refused('ledger/', { player, kind: 'cash', cents: 1250 })).toEqual([
    409,
    'LEDGER_MOVED',
  ])
  expect(await kinds(player)).toEqual([['card', 1250]])
  const other = await openCheckout()
  payments.stripe.pay(other.session.id)
  await payments.send('PATCH', `player/${other.player}/`, { paid: true })
  expect(await kinds(other.player)).toEqual([['card', 1250]])
})

test('R-PM-7: a refund that Stripe refuses is refused with its reason, and what Stripe has paid back is entered', async () => {
  const { player, session } = await payments.paidByCard(tournament, 1250)
  const path = `player/${player}/refund/`
  const answering = async (rule: typeof payments.stripe.rule) => {
    payments.stripe.rule = (sent) =>
      sent.method === 'POST' && sent.path === '/v1/refunds' ? (rule?.(sent) ?? null) : null
    const answer = await refused(path, { cents: 1250 })
    payments.stripe.rule = null
    return answer
  }
  const error = (code: string) => ({
    status: 400,
    body: { error: { type: 'invalid_request_error', code, message: 'No' } },
  })
  expect(await answering(() => error('charge_disputed'))).toEqual([409, 'PAYMENT_DISPUTED'])
  expect(await answering(() => error('parameter_invalid'))).toEqual([409, 'STRIPE_REFUSED'])
  expect(await kinds(player)).toEqual([['card', 1250]])

  const failed = { ...payments.stripe.refund(session, 1250, 'failed'), object: 'refund' }
  const body = { ...failed, amount: 1250, payment_intent: session.payment }
  expect(await answering(() => ({ status: 200, body }))).toEqual([409, 'REFUND_FAILED'])
  const undone = [
    ['card', 1250],
    ['refund', -1250],
    ['refund', 1250],
  ]
  expect(await kinds(player)).toEqual(undone)

  // Paid back on Stripe's pages, and the event has not arrived.
  payments.stripe.refunds.splice(-1)
  payments.stripe.refund(session, 250)
  expect(await refused(path, { cents: 1250 })).toEqual([409, 'LEDGER_MOVED'])
  expect(await kinds(player)).toEqual([...undone, ['refund', -250]])
})

test('R-PM-5: a removed player cannot pay any more', async () => {
  const single = await openCheckout()
  await payments.send('DELETE', `player/${single.player}/`)
  const own = await payments.tournament()
  const all = [await openCheckout(own), await openCheckout(own)]
  await payments.send('DELETE', `tournament/${own}/`)
  for (const { session } of [single, ...all]) expect(session.status).toBe('expired')
})

test('R-PM-5: who got everything back may choose again and withdraw', async () => {
  const own = await payments.tournament()
  const entry = await payments.option(own)
  const change = (options: object[]) =>
    payments.attempt('player', 'PATCH', `tournament/${own}/registration/`, { options })
  const player = await registered(own)
  const session = payments.stripe.pay((await payments.checkout(player)).id)
  await payments.deliver('checkout.session.completed', session.id)
  const entryOnly = [{ paymentOption: entry }]
  expect((await change(entryOnly)).body.code).toBe('ALREADY_PAID')
  await payments.send('POST', `player/${player}/refund/`)
  await expectOk(change(entryOnly))
  await expectOk(payments.attempt('player', 'DELETE', `tournament/${own}/registration/`))
})

test('a player keeps what they chose of an option that was removed, and can get no more of it', async () => {
  const own = await payments.tournament()
  const [entry, shirt] = [await payments.option(own), await payments.option(own, { price: '20' })]
  const player = await registered(own)
  const change = (options: object[]) =>
    payments.attempt('player', 'PATCH', `tournament/${own}/registration/`, { options })
  const shirts = (quantity: number) => ({ paymentOption: shirt, quantity })
  await expectOk(change([{ paymentOption: entry }, shirts(2)]))
  await payments.send('DELETE', `payment-option/${shirt}/`)
  const two = await expectOk(change([{ paymentOption: entry, quantity: 2 }, shirts(2)]))
  expect(two.body.price).toBe(2 * 1250 + 2 * 2000)
  expect(withoutMessages((await change([shirts(3)])).body)).toEqual({
    options: ['There is no such payment option'],
  })
  expect((await expectOk(change([shirts(1)]))).body.price).toBe(2000)
  expect(await payments.checkout(player)).toMatchObject({ cents: 2000 })
})

test('R-PE-2: a checkout changes no choice that the player could not change in the registration', async () => {
  const own = await payments.tournament()
  const [entry, cheap] = [await payments.option(own), await payments.option(own, { price: '5' })]
  const player = await registered(own)
  const choose = (option: number) =>
    payments.attempt('player', 'POST', `player/${player}/checkout/`, {
      options: [{ paymentOption: option }],
    })
  await expectOk(choose(entry))
  await payments.send('PATCH', `tournament/${own}/`, { registrationCloseDate: '2026-01-01' })
  expect((await choose(cheap)).body.code).toBe('REGISTRATION_CLOSED')
  // What was chosen before can still be paid.
  await expectOk(choose(entry))
  await payments.send('PATCH', `tournament/${own}/`, { registrationCloseDate: null })
  await payments.send('POST', 'ledger/', { player, kind: 'cash', cents: 250 })
  expect((await choose(cheap)).body.code).toBe('ALREADY_PAID')
  expect(await payments.read('admin', `player/${player}/`)).toMatchObject({ price: 1250 })
})

test('R-PM-5: a player who withdraws or erases their account cannot pay any more', async () => {
  const own = await payments.tournament()
  const player = await registered(own)
  const session = await payments.checkout(player)
  await expectOk(payments.attempt('player', 'DELETE', `tournament/${own}/registration/`))
  expect(session.status).toBe('expired')

  const again = await registered(own)
  const paid = await payments.checkout(again)
  payments.stripe.pay(paid.id)
  // The payment got through before the withdrawal.
  const { status, body } = await payments.attempt(
    'player',
    'DELETE',
    `tournament/${own}/registration/`,
  )
  expect([status, body.code]).toEqual([409, 'ALREADY_PAID'])

  const other = await payments.tournament()
  const last = await payments.checkout(await registered(other))
  const { id } = (await payments.fixture.call('player', 'GET', '/api/user/me/')).body
  await expectOk(payments.fixture.call('key', 'DELETE', `/api/user/${id}/`, { body: {} }))
  expect(last.status).toBe('expired')
})

async function registered(own: number): Promise<number> {
  const headers = { 'idempotency-key': randomUUID() }
  const path = `/api/tournament/tournament/${own}/registration/`
  const { body } = await expectOk(
    payments.fixture.call('player', 'POST', path, { body: { name: 'Ann' }, headers }),
  )
  await payments.send('PATCH', `player/${body.id}/`, { price: 1250 })
  return body.id
}

test('R-PM-5: while a payment is under way its player is not removed, unless forced', async () => {
  const { player, session } = await openCheckout()
  payments.stripe.pay(session.id, 'slowly')
  expect(await remove(`player/${player}/`)).toEqual([409, 'PAYMENT_UNDER_WAY'])
  expect(await refused('ledger/', { player, kind: 'cash' })).toEqual([409, 'PAYMENT_UNDER_WAY'])
  expect(await remove(`player/${player}/`, { force: true })).toEqual([204, undefined])
  payments.stripe.settle(session.id, 'paid')
  await payments.deliver('checkout.session.async_payment_succeeded', session.id)
  expect(await kinds(player)).toEqual([
    ['card', 1250],
    ['refund', -1250],
  ])
})

test('R-PM-5: a payment that arrives for a removed player is refunded in full, once', async () => {
  const { player, session } = await openCheckout()
  // Stripe does not respond, so the checkout stays open.
  await payments.stripe.down()
  expect(await remove(`player/${player}/`)).toEqual([204, undefined])
  await payments.stripe.up()
  // The first attempts to refund it fail.
  let failures = 2
  payments.stripe.rule = ({ method, path }) =>
    method === 'POST' && path === '/v1/refunds' && failures-- > 0
      ? { status: 500, body: { error: { type: 'api_error', message: 'Sorry' } } }
      : null
  await payLate(session.id)
  payments.stripe.rule = null
  await payments.deliver('checkout.session.completed', session.id)
  await payments.deliver('charge.refunded', session.charge!)
  const made = payments.stripe.refunds.filter(({ charge }) => charge === session.charge)
  expect(made).toMatchObject([{ cents: 1250, withFee: true }])
  expect(await kinds(player)).toEqual([
    ['card', 1250],
    ['refund', -1250],
  ])
})

test('R-PM-5: a payment that arrives for a deleted tournament is refunded and shown', async () => {
  const own = await payments.tournament()
  const { session } = await openCheckout(own)
  await payments.stripe.down()
  expect(await remove(`tournament/${own}/`)).toEqual([204, undefined])
  await payments.stripe.up()
  await payLate(session.id)
  expect(await payments.ledger(own)).toMatchObject([
    { kind: 'card', cents: 1250 },
    { kind: 'refund', cents: -1250 },
  ])
})

test('R-PM-7: money that was not given back prevents a removal, and is named', async () => {
  const own = await payments.tournament()
  const { player } = await payments.paidByCard(own, 700)
  const other = await payments.player(own, { price: 3700 })
  await payments.send('PATCH', `player/${other}/`, { paid: true })
  const reply = await payments.attempt('admin', 'DELETE', `player/${player}/`)
  expect([reply.status, reply.body]).toMatchObject([
    409,
    {
      code: 'MONEY_NOT_RETURNED',
      detail:
        'This player has paid $7.00 that was not given back. Give it back first, or remove the player anyway.',
    },
  ])
  const whole = await payments.attempt('admin', 'DELETE', `tournament/${own}/`)
  expect([whole.status, whole.body.code, whole.body.detail]).toEqual([
    409,
    'MONEY_NOT_RETURNED',
    'Players of this tournament have paid $44.00 that was not given back. Give it back first, or delete the tournament anyway.',
  ])
  await payments.send('POST', `player/${player}/refund/`)
  await payments.send('DELETE', `player/${player}/`)
  expect(await remove(`tournament/${own}/?force=true`)).toEqual([204, undefined])
})

test('R-PM-7: what removed players paid is still shown to admins, and can be given back', async () => {
  const own = await payments.tournament()
  const removed = await payments.paidByCard(own, 700)
  await payments.send('PATCH', `tournament/${own}/`, { name: 'Gone' })
  await payments.send('DELETE', `player/${removed.player}/`, { force: true })
  const { player } = await payments.paidByCard(own, 1000)
  await payments.send('POST', 'ledger/', { player, kind: 'cash', cents: 300 })
  await payments.send('DELETE', `tournament/${own}/`, { force: true })
  // A payment that counted before the removal is not refunded by a repeated event.
  await payments.deliver('checkout.session.completed', removed.session.id)
  expect(await payments.ledger(own)).toHaveLength(3)

  const { scene } = payments.fixture
  const { results } = await payments.read('admin', `ledger/deleted/?scene=${scene}`)
  const of = { tournament: own, tournamentName: 'Gone' }
  expect(results.slice(0, 2)).toEqual([
    { ...of, player: removed.player, held: 700 },
    { ...of, player, held: 1300 },
  ])

  await payments.send('POST', `player/${removed.player}/refund/`)
  await payments.send('POST', `player/${player}/refund/`, { cents: 400, settled: 1300 })
  expect(await refused(`player/${player}/refund/`, { settled: 1300 })).toEqual([
    409,
    'LEDGER_MOVED',
  ])
  const cash = { player, kind: 'refund', cents: 300 }
  const both = await Promise.all([refused('ledger/', cash), refused('ledger/', cash)])
  expect(both.map(([status]) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  expect(await refused('ledger/', { player, kind: 'cash', cents: 1 })).toEqual([404, undefined])
  const all = (await payments.ledger(own)).map(({ kind, cents }) => [kind, cents])
  expect(all).toEqual([
    ['card', 700],
    ['card', 1000],
    ['cash', 300],
    ['refund', -700],
    ['refund', -400],
    ['refund', -300],
  ])

  for (const path of ['ledger/', 'ledger/csv/']) {
    const found = []
    for (const who of ['anonymous', 'official', 'otherAdmin', 'admin'] as const) {
      found.push((await payments.attempt(who, 'GET', `${path}?tournamentId=${own}`)).status)
    }
    expect(found).toEqual([401, 403, 403, 200])
  }
  const refund = `player/${player}/refund/`
  expect((await payments.attempt('otherAdmin', 'POST', refund)).status).toBe(403)
  const without = await payments.tournament()
  await payments.send('DELETE', `tournament/${without}/`)
  const gone = await payments.attempt('admin', 'GET', `ledger/?tournamentId=${without}`)
  expect(gone.status).toBe(400)
})
