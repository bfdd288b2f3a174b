import { expect, test } from 'vitest'
import { accountOf, amountText } from './money.ts'
import type { LedgerEntry } from './money.ts'

let ids = 0
const entry = (
  kind: LedgerEntry['kind'],
  cents: number,
  fields: Partial<LedgerEntry> = {},
): LedgerEntry => ({
  id: ++ids,
  kind,
  cents,
  covers: cents,
  fee: 0,
  by: null,
  byName: null,
  at: '2026-01-02T18:00:00.000Z',
  payment: null,
  reverses: null,
  reason: null,
  ...fields,
})

test('R-PM-7: the amount due is the price minus the settled amounts, and never negative', () => {
  expect(accountOf(1250, [])).toEqual({
    settled: 0,
    due: 1250,
    over: 0,
    byHand: 0,
    cards: [],
  })
  const entries = [entry('cash', 500), entry('comp', 0, { covers: 250 })]
  expect(accountOf(1250, entries)).toMatchObject({ settled: 750, due: 500, byHand: 500 })
  expect(accountOf(100, entries)).toMatchObject({ due: 0, over: 650 })
})

test('only the unrefunded part of a card payment can be refunded, newest payment first', () => {
  const entries = [
    entry('card', 1250, { payment: 'a', fee: 13 }),
    entry('card', 400, { payment: 'b' }),
    entry('refund', -250, { payment: 'a' }),
    entry('card', 300, { payment: 'c' }),
    entry('dispute', -300, { payment: 'c' }),
    entry('refund', -100),
    entry('cash', 700),
  ]
  const { cards, byHand } = accountOf(5000, entries)
  expect(cards.map(({ left, fee }) => [left, fee])).toEqual([
    [400, 0],
    [1000, 13],
  ])
  expect(byHand).toBe(600)
})

test('amounts are formatted with two decimals', () => {
  expect([1250, 5, 100].map(amountText)).toEqual(['12.50', '0.05', '1.00'])
})
