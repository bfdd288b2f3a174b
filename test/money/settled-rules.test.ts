import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPayments } from './payments-fixture.ts'
import type { PaymentsFixture } from './payments-fixture.ts'

// R-PM-7: what is entered by hand says why, and on what it was decided.
let till: PaymentsFixture
let tournament: number
beforeAll(async () => {
  till = await startPayments()
  tournament = await till.tournament()
})
afterAll(() => till?.stop())

const kinds = async (player: number) =>
  (await till.ledger(tournament, player)).map(({ kind, cents }) => [kind, cents])
const refused = async (path: string, body: object) => {
  const { status, body: answer } = await till.attempt('admin', 'POST', path, body)
  return [status, answer.code]
}

test('P20: why somebody is let off is one of a few words, and of a comp alone', async () => {
  const player = await till.player(tournament, { price: 1250 })
  const said = { player, kind: 'comp', reason: 'volunteer' }
  expect(await refused('ledger/', { ...said, reason: 'her mother is ill' })).toEqual([
    400,
    undefined,
  ])
  expect(await refused('ledger/', { ...said, kind: 'cash' })).toEqual([400, undefined])
  await till.send('POST', 'ledger/', said)
  const byName = (await till.hall.call('admin', 'GET', '/api/user/me/')).body.name
  expect(await till.ledger(tournament, player)).toMatchObject([
    { kind: 'comp', reason: 'volunteer', byName },
  ])
})

test('who decided before something else was entered is asked to look again', async () => {
  const player = await till.player(tournament, { price: 1250 })
  const cash = { player, kind: 'cash', cents: 1250, settled: 0 }
  await till.send('POST', 'ledger/', cash)
  expect(await refused('ledger/', cash)).toEqual([409, 'LEDGER_MOVED'])
  expect(await kinds(player)).toEqual([['cash', 1250]])

  const paid = await till.paidByCard(tournament, 1250)
  const half = { cents: 600, settled: 1250 }
  await till.send('POST', `player/${paid.player}/refund/`, half)
  expect(await refused(`player/${paid.player}/refund/`, half)).toEqual([409, 'LEDGER_MOVED'])
  expect(await kinds(paid.player)).toEqual([
    ['card', 1250],
    ['refund', -600],
  ])
})
