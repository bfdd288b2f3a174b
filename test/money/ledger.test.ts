import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { migrations } from '../../migrations/index.ts'
import { random } from '../../events/simulation/random.ts'
import { openStore } from '../../services/store/index.ts'
import type { Body } from '../support/two-scenes.ts'
import { emptyDatabase } from '../support/app.ts'
import { seedOf, until } from '../support/desk-client.ts'
import { startPayments } from './payments-fixture.ts'
import type { PaymentsFixture } from './payments-fixture.ts'

// R-PM-7: one ledger, and what is paid follows from it.
let till: PaymentsFixture
let tournament: number
beforeAll(async () => {
  till = await startPayments()
  tournament = await till.tournament()
})
afterAll(() => till?.stop())
afterEach(() => till.stripe.expectNoComplaint())

const entriesOf = (player: number): Promise<Body[]> => till.ledger(tournament, player)
const kinds = async (player: number) =>
  (await entriesOf(player)).map(({ kind, cents }) => [kind, cents])
const mark = (player: number, paid: boolean) => till.send('PATCH', `player/${player}/`, { paid })
const refused = async (path: string, body: object, method = 'POST') => {
  const { status, body: answer } = await till.attempt('admin', method, path, body)
  return [status, answer.code]
}
const paidByCard = (cents: number) => till.paidByCard(tournament, cents)
const me = async () => (await till.hall.call('admin', 'GET', '/api/user/me/')).body.id

test('R-PM-7: the paid flag is a cash entry of what was due, by whom it was set', async () => {
  const player = await till.player(tournament, { price: 1250 })
  expect((await mark(player, true)).paid).toBe(true)
  const [entry] = await entriesOf(player)
  expect(entry).toMatchObject({ kind: 'cash', cents: 1250, covers: 1250, by: await me() })
  // Set again it is set: no second entry.
  await mark(player, true)
  expect((await mark(player, false)).paid).toBe(false)
  expect(await entriesOf(player)).toMatchObject([
    { id: entry!.id, reverses: null },
    { kind: 'cash', cents: -1250, covers: -1250, reverses: entry!.id },
  ])
  expect((await mark(player, true)).paid).toBe(true)
  expect(await kinds(player)).toEqual([
    ['cash', 1250],
    ['cash', -1250],
    ['cash', 1250],
  ])
})

test('R-PM-7: the flag pressed by five at once is one entry', async () => {
  const player = await till.player(tournament, { price: 700 })
  await Promise.all([1, 2, 3, 4, 5].map(() => mark(player, true)))
  expect(await kinds(player)).toEqual([['cash', 700]])
  await Promise.all([1, 2, 3, 4, 5].map(() => mark(player, false)))
  expect(await kinds(player)).toEqual([
    ['cash', 700],
    ['cash', -700],
  ])
})

test('a player with nothing to pay is paid when marked so, and only then', async () => {
  const player = await till.player(tournament, { price: 0 })
  expect(await till.isPaid(player)).toBe(false)
  expect((await mark(player, true)).paid).toBe(true)
  expect((await mark(player, false)).paid).toBe(false)
  const marked = await till.send('POST', 'player/', { tournament, name: 'New', paid: true })
  expect(marked.paid).toBe(true)
})

test('paid follows the price: raised, a part is due again', async () => {
  const player = await till.player(tournament, { price: 1000 })
  await mark(player, true)
  expect((await till.send('PATCH', `player/${player}/`, { price: 1500 })).paid).toBe(false)
  expect((await till.send('PATCH', `player/${player}/`, { price: 1500, paid: true })).paid).toBe(
    true,
  )
  expect(await kinds(player)).toEqual([
    ['cash', 1000],
    ['cash', 500],
  ])
})

test('a comp lets off what is due, and is no money', async () => {
  const player = await till.player(tournament, { price: 1250 })
  const before = (await till.read('admin', `tournament/${tournament}/`)).summary.totalPaid
  await till.send('POST', 'ledger/', { player, kind: 'comp' })
  expect(await till.isPaid(player)).toBe(true)
  expect(await entriesOf(player)).toMatchObject([{ kind: 'comp', cents: 0, covers: 1250 }])
  expect((await till.read('admin', `tournament/${tournament}/`)).summary.totalPaid).toBe(before)
  expect((await mark(player, false)).paid).toBe(false)
})

test('cash is given back in cash, and no more than came in', async () => {
  const player = await till.player(tournament, { price: 1250 })
  await till.send('POST', 'ledger/', { player, kind: 'cash', cents: 1250 })
  expect(await refused('ledger/', { player, kind: 'refund' })).toEqual([400, undefined])
  await till.send('POST', 'ledger/', { player, kind: 'refund', cents: 500 })
  expect(await till.isPaid(player)).toBe(false)
  expect(await refused('ledger/', { player, kind: 'refund', cents: 751 })).toEqual([
    409,
    'MORE_THAN_PAID',
  ])
  expect(await refused('ledger/', { player, kind: 'card', cents: 1 })).toEqual([400, undefined])
})

test('cash given back by five at once is given back once', async () => {
  const player = await till.player(tournament)
  await till.send('POST', 'ledger/', { player, kind: 'cash', cents: 500 })
  const back = { player, kind: 'refund', cents: 500 }
  // All of them stand at the player's row before the first may go on.
  const { pool } = till.hall.rig.store
  const holder = await pool.connect()
  await holder.query('begin')
  await holder.query('select id from kept.player where id = $1 for update', [player])
  const asked = [1, 2, 3, 4, 5].map(() => till.attempt('admin', 'POST', 'ledger/', back))
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
  const replies = await Promise.all(asked)
  const statuses = replies.map(({ status }) => status)
  expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409])
})

test('P2: an entry sent again with its id is one entry', async () => {
  const player = await till.player(tournament)
  const headers = { 'idempotency-key': randomUUID() }
  const body = { player, kind: 'cash', cents: 300 }
  const send = () => till.hall.call('admin', 'POST', '/api/tournament/ledger/', { body, headers })
  const all = await Promise.all([send(), send(), send()])
  expect(all.map((reply) => reply.body)).toEqual(all.map(() => all[0]?.body))
  expect(await kinds(player)).toEqual([['cash', 300]])
})

test('R-PM-7: all or a part goes back to the card, with our fee or without', async () => {
  const { player, session } = await paidByCard(1250)
  const path = `player/${player}/refund/`
  await till.send('POST', path, { cents: 250 })
  expect(till.stripe.refunds.at(-1)).toMatchObject({ cents: 250, withFee: false })
  expect(await till.isPaid(player)).toBe(false)
  expect(await refused(path, { cents: 1001 })).toEqual([409, 'MORE_THAN_PAID'])
  await till.send('POST', path, { refundFee: true })
  expect(till.stripe.refunds.at(-1)).toMatchObject({ cents: 1000, withFee: true })
  const by = await me()
  expect(await entriesOf(player)).toMatchObject([
    { kind: 'card', cents: 1250 },
    { kind: 'refund', cents: -250, by },
    { kind: 'refund', cents: -1000, by },
  ])
  expect(await refused(path, {})).toEqual([409, 'NO_CARD_PAYMENT'])
  // Stripe tells of what is entered already.
  await till.tell('charge.refunded', session.charge!)
  expect(await entriesOf(player)).toHaveLength(3)
})

test('P2: a refund sent again with its id is one refund, also at Stripe', async () => {
  const { player } = await paidByCard(1250)
  const before = till.stripe.refunds.length
  const headers = { 'idempotency-key': randomUUID() }
  const url = `/api/tournament/player/${player}/refund/`
  const send = () => till.hall.call('admin', 'POST', url, { body: { cents: 300 }, headers })
  const all = await Promise.all([send(), send(), send()])
  for (const reply of [...all, await send()]) expect(reply.status).toBe(200)
  expect(till.stripe.refunds.length).toBe(before + 1)
  expect(await kinds(player)).toEqual([
    ['card', 1250],
    ['refund', -300],
  ])
})

test('who paid by card is not made unpaid by a flag', async () => {
  const { player } = await paidByCard(1250)
  expect(await refused(`player/${player}/`, { paid: false }, 'PATCH')).toEqual([
    409,
    'PAID_BY_CARD',
  ])
  expect(await kinds(player)).toEqual([['card', 1250]])
})

test('R-PM-7: a refund made at Stripe is entered, and one that failed is taken back', async () => {
  const { player, session } = await paidByCard(1250)
  const refund = till.stripe.refund(session, 400)
  await till.tell('charge.refunded', session.charge!)
  refund.status = 'failed'
  await till.tell('refund.failed', refund.id)
  await till.tell('charge.refund.updated', refund.id)
  expect(await kinds(player)).toEqual([
    ['card', 1250],
    ['refund', -400],
    ['refund', 400],
  ])
  expect(await till.isPaid(player)).toBe(true)
})

test('R-PM-7: a dispute takes the money, and gives it back when it is won', async () => {
  const { player, session } = await paidByCard(1250)
  const dispute = till.stripe.dispute(session)
  dispute.status = 'warning_needs_response'
  await till.tell('charge.dispute.created', dispute.id)
  expect(await till.isPaid(player)).toBe(true)
  dispute.status = 'needs_response'
  await till.tell('charge.dispute.funds_withdrawn', dispute.id)
  await till.tell('charge.dispute.updated', dispute.id)
  expect(await till.isPaid(player)).toBe(false)
  dispute.status = 'won'
  await till.tell('charge.dispute.closed', dispute.id)
  await till.tell('charge.dispute.created', dispute.id)
  expect(await kinds(player)).toEqual([
    ['card', 1250],
    ['dispute', -1250],
    ['dispute', 1250],
  ])
  expect(await till.isPaid(player)).toBe(true)
})

test('R-PM-7: a dispute that is lost stays lost', async () => {
  const { player, session } = await paidByCard(1250)
  const dispute = till.stripe.dispute(session, 1000)
  dispute.status = 'lost'
  await till.tell('charge.dispute.closed', dispute.id)
  expect(await kinds(player)).toEqual([
    ['card', 1250],
    ['dispute', -1000],
  ])
})

test('R-PM-7: under any sequence the total is the sum, and paid is what is covered', async () => {
  const dice = random(seedOf('ledger'))
  const own = await till.tournament()
  const players: number[] = []
  const model = new Map<number, { price: number; hand: number; comp: number; card: number }>()
  for (let n = 0; n < 4; n++) {
    const price = dice.whole(100, 2_000)
    const player = await till.player(own, { price })
    players.push(player)
    model.set(player, { price, hand: 0, comp: 0, card: 0 })
  }
  for (let step = 0; step < 60; step++) {
    const player = dice.pick(players)
    const of = model.get(player)!
    const cents = dice.whole(1, 900)
    const due = Math.max(0, of.price - of.hand - of.comp - of.card)
    switch (dice.whole(0, 6)) {
      case 0:
        await till.send('POST', 'ledger/', { player, kind: 'cash', cents })
        of.hand += cents
        break
      case 1:
        await till.send('POST', 'ledger/', { player, kind: 'comp', cents })
        of.comp += cents
        break
      case 2:
        if (of.hand < cents) break
        await till.send('POST', 'ledger/', { player, kind: 'refund', cents })
        of.hand -= cents
        break
      case 3:
        await mark(player, true)
        of.hand += due
        break
      case 4: {
        if (due === 0 && of.card >= of.price) break
        const wasPaid = due === 0
        await mark(player, false)
        if (wasPaid) Object.assign(of, { hand: 0, comp: 0 })
        break
      }
      case 5: {
        if (due < 30) break
        const { id } = till.stripe.pay((await till.checkout(player)).id)
        await till.tell('checkout.session.completed', id)
        of.card += due
        break
      }
      default:
        if (of.card < cents) break
        // The last payment may be smaller than that: refused, it changes nothing.
        if (
          (await till.attempt('admin', 'POST', `player/${player}/refund/`, { cents })).status ===
          200
        ) {
          of.card -= cents
        }
    }
    const { price, hand, comp, card } = model.get(player)!
    const found = await till.read('admin', `player/${player}/checkout/`)
    expect([step, found.settled]).toEqual([step, hand + comp + card])
    expect([step, found.paid]).toEqual([step, hand + comp + card >= price])
  }
  const rows = await till.ledger(own)
  const sum = rows.reduce((all: number, { cents }: Body) => all + cents, 0)
  const expected = [...model.values()].reduce((all, { hand, card }) => all + hand + card, 0)
  const { summary } = await till.read('admin', `tournament/${own}/`)
  expect([summary.totalPaid, sum]).toEqual([expected, expected])
})

test('R-PM-7: no entry is changed or removed, not even in the database', async () => {
  const player = await till.player(tournament, { price: 100 })
  await mark(player, true)
  const { pool } = till.hall.rig.store
  await expect(pool.query('update kept.ledger set cents = 0')).rejects.toThrow('only added to')
  await expect(pool.query('delete from kept.ledger')).rejects.toThrow('only added to')
})

test('P20: a player removed leaves what was paid, and nothing of who it was', async () => {
  const player = await till.player(tournament, { name: 'Quincunx', price: 1250 })
  await mark(player, true)
  const before = (await till.read('admin', `tournament/${tournament}/`)).summary.totalPaid
  await till.hall.call('admin', 'DELETE', `/api/tournament/player/${player}/`)
  const rows = await entriesOf(player)
  expect(rows).toMatchObject([{ player, kind: 'cash', cents: 1250 }])
  expect(JSON.stringify(rows)).not.toContain('Quincunx')
  expect((await till.read('admin', `tournament/${tournament}/`)).summary.totalPaid).toBe(before)
})

test('R-PE-5: the ledger as a table opens in a spreadsheet, with no formula in it', async () => {
  const own = await till.tournament()
  const player = await till.player(own, { name: '=HYPERLINK("x")', price: 1250 })
  await mark(player, true)
  await mark(player, false)
  await till.send('POST', 'ledger/', { player, kind: 'comp', reason: 'prize' })
  const url = `/api/tournament/ledger/csv/?tournamentId=${own}`
  const { text, headers } = await till.hall.call('admin', 'GET', url)
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(headers['content-disposition']).toBe(`attachment; filename="ledger-${own}.csv"`)
  expect(
    text.startsWith('\uFEFFAt,Player,Name,Kind,In,Out,Let off,Fee,By,Payment,Reason\r\n'),
  ).toBe(true)
  const lines = text.trim().split('\r\n').slice(1)
  expect(lines.map((line) => line.replace(/^[^,]*,/, ''))).toEqual([
    `${player},"'=HYPERLINK(""x"")",cash,12.50,0.00,,0.00,${await me()},,`,
    `${player},"'=HYPERLINK(""x"")",cash,0.00,12.50,,0.00,${await me()},,`,
    `${player},"'=HYPERLINK(""x"")",comp,0.00,0.00,12.5,0.00,${await me()},,prize`,
  ])
})

test('P18: the ledger is for admins of the scene', async () => {
  for (const path of ['ledger/', 'ledger/csv/']) {
    const url = `${path}?tournamentId=${tournament}`
    const found = []
    for (const who of ['anonymous', 'player', 'official', 'otherAdmin', 'admin'] as const) {
      found.push((await till.attempt(who, 'GET', url)).status)
    }
    expect(found).toEqual([401, 403, 403, 403, 200])
  }
})

test('what was marked paid before there was a ledger is a cash entry in it', async () => {
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
  await migrations['0008_money'].up(store.db as never)
  const { rows } = await store.pool.query(
    'select tournament, player, kind, cents, covers from kept.ledger order by id',
  )
  expect(rows).toEqual([
    { tournament: 5, player: 7, kind: 'cash', cents: 1250, covers: 1250 },
    { tournament: 5, player: 9, kind: 'cash', cents: 0, covers: 0 },
  ])
  await store.close()
})
