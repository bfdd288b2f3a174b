import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPayments } from './payments-fixture.ts'
import type { PaymentsFixture } from './payments-fixture.ts'

// R-PM-7: manual entries have a reason, and the balance on which they were decided.
let payments: PaymentsFixture
let tournament: number
beforeAll(async () => {
  payments = await startPayments()
  tournament = await payments.tournament()
})
afterAll(() => payments?.stop())

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
