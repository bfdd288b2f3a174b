import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { up as createLedger } from '#migrations/0008_money.ts'
import * as migrations from '#migrations/index.ts'
import { random } from '#events/simulation/random.ts'
import { openStore } from '#services/store/index.ts'
import type { Body } from '../support/two-scenes.ts'
import { emptyDatabase } from '../support/app.ts'
import { seedOf, until } from '../support/desk-client.ts'
import { startPayments } from './payments-fixture.ts'
import type { PaymentsFixture } from './payments-fixture.ts'

// R-PM-7: there is one ledger, and the paid flag is derived from it.
let payments: PaymentsFixture
let tournament: number
beforeAll(async () => {
  payments = await startPayments()
  tournament = await payments.tournament()
})
afterAll(() => payments?.stop())
afterEach(() => payments.stripe.expectNoComplaint())

const entriesOf = (player: number): Promise<Body[]> => payments.ledger(tournament, player)
const kinds = async (player: number) =>
  (await entriesOf(player)).map(({ kind, cents }) => [kind, cents])
const markPaid = (player: number, paid: boolean) =>
  payments.send('PATCH', `player/${player}/`, { paid })
const refused = async (path: string, body: object, method = 'POST') => {
  const { status, body: answer } = await payments.attempt('admin', method, path, body)
  return [status, answer.code]
}
const paidByCard = (cents: number) => payments.paidByCard(tournament, cents)
const adminId = async () => (await payments.fixture.call('admin', 'GET', '/api/user/me/')).body.id

test('R-PM-7: setting the paid flag enters the amount due as cash, with the person who set it', async () => {
  const player = await payments.player(tournament, { price: 1250 })
  expect((await markPaid(player, true)).paid).toBe(true)
  const [entry] = await entriesOf(player)
  expect(entry).toMatchObject({ kind: 'cash', cents: 1250, covers: 1250, by: await adminId() })
  // Setting it again adds no entry.
  await markPaid(player, true)
  expect((await markPaid(player, false)).paid).toBe(false)
  expect(await entriesOf(player)).toMatchObject([
    { id: entry!.id, reverses: null },
    { kind: 'cash', cents: -1250, covers: -1250, reverses: entry!.id },
  ])
  expect((await markPaid(player, true)).paid).toBe(true)
  expect(await kinds(player)).toEqual([
    ['cash', 1250],
    ['cash', -1250],
    ['cash', 1250],
  ])
})

test('R-PM-7: five concurrent settings of the flag are one entry', async () => {
  const player = await payments.player(tournament, { price: 700 })
  await Promise.all([1, 2, 3, 4, 5].map(() => markPaid(player, true)))
  expect(await kinds(player)).toEqual([['cash', 700]])
  await Promise.all([1, 2, 3, 4, 5].map(() => markPaid(player, false)))
  expect(await kinds(player)).toEqual([
    ['cash', 700],
    ['cash', -700],
  ])
})

test('a player with nothing to pay is paid only when marked so', async () => {
  const player = await payments.player(tournament, { price: 0 })
  expect(await payments.isPaid(player)).toBe(false)
  expect((await markPaid(player, true)).paid).toBe(true)
  expect((await markPaid(player, false)).paid).toBe(false)
  const marked = await payments.send('POST', 'player/', { tournament, name: 'New', paid: true })
  expect(marked.paid).toBe(true)
})

test('raising the price makes a paid player unpaid, and the difference due', async () => {
  const player = await payments.player(tournament, { price: 1000 })
  await markPaid(player, true)
  expect((await payments.send('PATCH', `player/${player}/`, { price: 1500 })).paid).toBe(false)
  expect(
    (await payments.send('PATCH', `player/${player}/`, { price: 1500, paid: true })).paid,
  ).toBe(true)
  expect(await kinds(player)).toEqual([
    ['cash', 1000],
    ['cash', 500],
  ])
})

test('a comp covers the amount due, and does not count as money', async () => {
  const player = await payments.player(tournament, { price: 1250 })
  const before = (await payments.read('admin', `tournament/${tournament}/`)).summary.totalPaid
  await payments.send('POST', 'ledger/', { player, kind: 'comp' })
  expect(await payments.isPaid(player)).toBe(true)
  expect(await entriesOf(player)).toMatchObject([{ kind: 'comp', cents: 0, covers: 1250 }])
  expect((await payments.read('admin', `tournament/${tournament}/`)).summary.totalPaid).toBe(before)
  expect((await markPaid(player, false)).paid).toBe(false)
})

test('cash is refunded in cash, and no more than was paid', async () => {
  const player = await payments.player(tournament, { price: 1250 })
  await payments.send('POST', 'ledger/', { player, kind: 'cash', cents: 1250 })
  expect(await refused('ledger/', { player, kind: 'refund' })).toEqual([400, undefined])
  await payments.send('POST', 'ledger/', { player, kind: 'refund', cents: 500 })
  expect(await payments.isPaid(player)).toBe(false)
  expect(await refused('ledger/', { player, kind: 'refund', cents: 751 })).toEqual([
    409,
    'MORE_THAN_PAID',
  ])
  expect(await refused('ledger/', { player, kind: 'card', cents: 1 })).toEqual([400, undefined])
})

test('five concurrent cash refunds are made once', async () => {
  const player = await payments.player(tournament)
  await payments.send('POST', 'ledger/', { player, kind: 'cash', cents: 500 })
  const back = { player, kind: 'refund', cents: 500 }
  // All five wait for the lock of the player's row before the first one continues.
  const { pool } = payments.fixture.app.store
  const holder = await pool.connect()
  await holder.query('begin')
  await holder.query('select id from kept.player where id = $1 for update', [player])
  const requests = [1, 2, 3, 4, 5].map(() => payments.attempt('admin', 'POST', 'ledger/', back))
  const areWaiting = async () => {
    const { rows } = await pool.query<{ n: number }>(
      `select count(*) as n from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows[0]?.n === 5
  }
  try {
    await until('five to wait', areWaiting)
  } finally {
    await holder.query('commit')
    holder.release()
  }
  const replies = await Promise.all(requests)
  const statuses = replies.map(({ status }) => status)
  expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409])
})

test('P2: an entry sent again with its idempotency key is one entry', async () => {
  const player = await payments.player(tournament)
  const headers = { 'idempotency-key': randomUUID() }
  const body = { player, kind: 'cash', cents: 300 }
  const send = () =>
    payments.fixture.call('admin', 'POST', '/api/tournament/ledger/', { body, headers })
  const all = await Promise.all([send(), send(), send()])
  expect(all.map((reply) => reply.body)).toEqual(all.map(() => all[0]?.body))
  expect(await kinds(player)).toEqual([['cash', 300]])
})

test('R-PM-7: a card payment is refunded completely or in part, with or without our fee', async () => {
  const { player, session } = await paidByCard(1250)
  const path = `player/${player}/refund/`
  await payments.send('POST', path, { cents: 250 })
  expect(payments.stripe.refunds.at(-1)).toMatchObject({ cents: 250, withFee: false })
  expect(await payments.isPaid(player)).toBe(false)
  expect(await refused(path, { cents: 1001 })).toEqual([409, 'MORE_THAN_PAID'])
  await payments.send('POST', path, { refundFee: true })
  expect(payments.stripe.refunds.at(-1)).toMatchObject({ cents: 1000, withFee: true })
  const by = await adminId()
  expect(await entriesOf(player)).toMatchObject([
    { kind: 'card', cents: 1250, fee: 13 },
    { kind: 'refund', cents: -250, fee: 0, by },
    { kind: 'refund', cents: -1000, fee: -13, by },
  ])
  expect(await refused(path, {})).toEqual([409, 'NO_CARD_PAYMENT'])
  // Stripe reports a refund that is entered already.
  await payments.deliver('charge.refunded', session.charge!)
  expect(await entriesOf(player)).toHaveLength(3)
})

test('P2: a refund sent again with its idempotency key is one refund, also at Stripe', async () => {
  const { player } = await paidByCard(1250)
  const before = payments.stripe.refunds.length
  const headers = { 'idempotency-key': randomUUID() }
  const url = `/api/tournament/player/${player}/refund/`
  const send = () => payments.fixture.call('admin', 'POST', url, { body: { cents: 300 }, headers })
  const all = await Promise.all([send(), send(), send()])
  for (const reply of [...all, await send()]) expect(reply.status).toBe(200)
  expect(payments.stripe.refunds.length).toBe(before + 1)
  expect(await kinds(player)).toEqual([
    ['card', 1250],
    ['refund', -300],
  ])
})

test('a player who paid by card cannot be marked as unpaid', async () => {
  const { player } = await paidByCard(1250)
  expect(await refused(`player/${player}/`, { paid: false }, 'PATCH')).toEqual([
    409,
    'PAID_BY_CARD',
  ])
  expect(await kinds(player)).toEqual([['card', 1250]])
})

test('R-PM-7: a refund made at Stripe is entered, and reversed if it fails', async () => {
  const { player, session } = await paidByCard(1250)
  const refund = payments.stripe.refund(session, 400)
  await payments.deliver('charge.refunded', session.charge!)
  refund.status = 'failed'
  await payments.deliver('refund.failed', refund.id)
  await payments.deliver('charge.refund.updated', refund.id)
  expect(await kinds(player)).toEqual([
    ['card', 1250],
    ['refund', -400],
    ['refund', 400],
  ])
  expect(await payments.isPaid(player)).toBe(true)
})

test('R-PM-7: a dispute removes the money, and returns it when it is won', async () => {
  const { player, session } = await paidByCard(1250)
  const dispute = payments.stripe.dispute(session)
  dispute.status = 'warning_needs_response'
  await payments.deliver('charge.dispute.created', dispute.id)
  expect(await payments.isPaid(player)).toBe(true)
  dispute.status = 'needs_response'
  await payments.deliver('charge.dispute.funds_withdrawn', dispute.id)
  await payments.deliver('charge.dispute.updated', dispute.id)
  expect(await payments.isPaid(player)).toBe(false)
  dispute.status = 'won'
  await payments.deliver('charge.dispute.closed', dispute.id)
  await payments.deliver('charge.dispute.created', dispute.id)
  expect(await kinds(player)).toEqual([
    ['card', 1250],
    ['dispute', -1250],
    ['dispute', 1250],
  ])
  expect(await payments.isPaid(player)).toBe(true)
})

test('R-PM-7: a lost dispute is final', async () => {
  const { player, session } = await paidByCard(1250)
  const dispute = payments.stripe.dispute(session, 1000)
  dispute.status = 'lost'
  await payments.deliver('charge.dispute.closed', dispute.id)
  expect(await kinds(player)).toEqual([
    ['card', 1250],
    ['dispute', -1000],
  ])
})

test('R-PM-7: after any sequence the total is the sum of entries, and paid means that the price is covered', async () => {
  const dice = random(seedOf('ledger'))
  const own = await payments.tournament()
  const players: number[] = []
  const model = new Map<number, { price: number; hand: number; comp: number; card: number }>()
  for (let n = 0; n < 4; n++) {
    const price = dice.whole(100, 2_000)
    const player = await payments.player(own, { price })
    players.push(player)
    model.set(player, { price, hand: 0, comp: 0, card: 0 })
  }
  for (let step = 0; step < 60; step++) {
    const player = dice.pick(players)
    const state = model.get(player)!
    const cents = dice.whole(1, 900)
    const due = Math.max(0, state.price - state.hand - state.comp - state.card)
    switch (dice.whole(0, 6)) {
      case 0:
        await payments.send('POST', 'ledger/', { player, kind: 'cash', cents })
        state.hand += cents
        break
      case 1:
        await payments.send('POST', 'ledger/', { player, kind: 'comp', cents })
        state.comp += cents
        break
      case 2:
        if (state.hand < cents) break
        await payments.send('POST', 'ledger/', { player, kind: 'refund', cents })
        state.hand -= cents
        break
      case 3:
        await markPaid(player, true)
        state.hand += due
        break
      case 4: {
        if (due === 0 && state.card >= state.price) break
        const wasPaid = due === 0
        await markPaid(player, false)
        if (wasPaid) Object.assign(state, { hand: 0, comp: 0 })
        break
      }
      case 5: {
        if (due < 30) break
        const { id } = payments.stripe.pay((await payments.checkout(player)).id)
        await payments.deliver('checkout.session.completed', id)
        state.card += due
        break
      }
      default:
        if (state.card < cents) break
        // The last payment may be smaller than the refund, which is then refused and changes
        // nothing.
        if (
          (await payments.attempt('admin', 'POST', `player/${player}/refund/`, { cents }))
            .status === 200
        ) {
          state.card -= cents
        }
    }
    const { price, hand, comp, card } = model.get(player)!
    const found = await payments.read('admin', `player/${player}/checkout/`)
    expect([step, found.settled]).toEqual([step, hand + comp + card])
    expect([step, found.paid]).toEqual([step, hand + comp + card >= price])
  }
  const rows = await payments.ledger(own)
  const sum = rows.reduce((all: number, { cents }: Body) => all + cents, 0)
  const expected = [...model.values()].reduce((all, { hand, card }) => all + hand + card, 0)
  const { summary } = await payments.read('admin', `tournament/${own}/`)
  expect([summary.totalPaid, sum]).toEqual([expected, expected])
})

test('R-PM-7: entries cannot be changed or removed, not even in the database', async () => {
  const player = await payments.player(tournament, { price: 100 })
  await markPaid(player, true)
  const { pool } = payments.fixture.app.store
  await expect(pool.query('update kept.ledger set cents = 0')).rejects.toThrow('only added to')
  await expect(pool.query('delete from kept.ledger')).rejects.toThrow('only added to')
})

test('P20: removing a player keeps the payments, without personal data', async () => {
  const player = await payments.player(tournament, { name: 'Quincunx', price: 1250 })
  await markPaid(player, true)
  const before = (await payments.read('admin', `tournament/${tournament}/`)).summary.totalPaid
  await payments.send('DELETE', `player/${player}/`, { force: true })
  const rows = await entriesOf(player)
  expect(rows).toMatchObject([{ player, kind: 'cash', cents: 1250 }])
  expect(JSON.stringify(rows)).not.toContain('Quincunx')
  expect((await payments.read('admin', `tournament/${tournament}/`)).summary.totalPaid).toBe(before)
})

test('R-PE-5: the CSV of the ledger contains no formulas', async () => {
  const own = await payments.tournament()
  const player = await payments.player(own, { name: '=HYPERLINK("x")', price: 1250 })
  await markPaid(player, true)
  await markPaid(player, false)
  await payments.send('POST', 'ledger/', { player, kind: 'comp', reason: 'prize' })
  await markPaid(player, false)
  const url = `/api/tournament/ledger/csv/?tournamentId=${own}`
  const { text, headers } = await payments.fixture.call('admin', 'GET', url)
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(headers['content-disposition']).toBe(`attachment; filename="ledger-${own}.csv"`)
  expect(
    text.startsWith(
      '\uFEFFAt,Player,Name,Kind,In,Out,Let off,Due again,Fee,By,Payment,Reason,By name\r\n',
    ),
  ).toBe(true)
  const lines = text.trim().split('\r\n').slice(1)
  const byName = (await payments.fixture.call('admin', 'GET', '/api/user/me/')).body.name
  expect(lines.map((line) => line.replace(/^[^,]*,/, ''))).toEqual([
    `${player},"'=HYPERLINK(""x"")",cash,12.50,0.00,,,0.00,${await adminId()},,,${byName}`,
    `${player},"'=HYPERLINK(""x"")",cash,0.00,12.50,,,0.00,${await adminId()},,,${byName}`,
    `${player},"'=HYPERLINK(""x"")",comp,0.00,0.00,12.50,0.00,0.00,${await adminId()},,prize,${byName}`,
    `${player},"'=HYPERLINK(""x"")",comp,0.00,0.00,0.00,12.50,0.00,${await adminId()},,,${byName}`,
  ])
})

test('P18: only admins of the scene can read the ledger', async () => {
  for (const path of ['ledger/', 'ledger/csv/']) {
    const url = `${path}?tournamentId=${tournament}`
    const found = []
    for (const who of ['anonymous', 'player', 'official', 'otherAdmin', 'admin'] as const) {
      found.push((await payments.attempt(who, 'GET', url)).status)
    }
    expect(found).toEqual([401, 403, 403, 403, 200])
  }
})

test('players marked as paid before the ledger existed get a cash entry', async () => {
  const store = await openStore({
    url: await emptyDatabase(`t${randomUUID().replaceAll('-', '')}`),
  })
  const older = Object.entries(migrations).filter(([name]) => name < '0008')
  for (const [, { up }] of older) await up(store.db as never)
  await store.pool.query(`
    insert into kept.scene (id, name, display_name) values (1, 'here', 'Here');
    insert into kept.tournament (id, scene) values (5, 1);
    insert into kept.player (id, tournament, scene, name, price, paid) values
      (7, 5, 1, 'Ann', 1250, true), (8, 5, 1, 'Bo', 1250, false), (9, 5, 1, 'Cy', 0, true)`)
  await createLedger(store.db as never)
  const { rows } = await store.pool.query(
    'select tournament, player, kind, cents, covers from kept.ledger order by id',
  )
  expect(rows).toEqual([
    { tournament: 5, player: 7, kind: 'cash', cents: 1250, covers: 1250 },
    { tournament: 5, player: 9, kind: 'cash', cents: 0, covers: 0 },
  ])
  await store.close()
})
