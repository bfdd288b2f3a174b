import { expect, test } from 'vitest'
import { accountOf, typed } from './money.ts'
import type { Line } from './money.ts'

let ids = 0
const line = (kind: Line['kind'], cents: number, more: Partial<Line> = {}): Line => ({
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
  ...more,
})

test('R-PM-7: what is due is what the lines leave of the price, and never less than nothing', () => {
  expect(accountOf(1250, [])).toEqual({
    settled: 0,
    due: 1250,
    over: 0,
    byHand: 0,
    cards: [],
  })
  const lines = [line('cash', 500), line('comp', 0, { covers: 250 })]
  expect(accountOf(1250, lines)).toMatchObject({ settled: 750, due: 500, byHand: 500 })
  expect(accountOf(100, lines)).toMatchObject({ due: 0, over: 650 })
})

test('only what is left of a card payment goes back to that card, the newest first', () => {
  const lines = [
    line('card', 1250, { payment: 'a', fee: 13 }),
    line('card', 400, { payment: 'b' }),
    line('refund', -250, { payment: 'a' }),
    line('card', 300, { payment: 'c' }),
    line('dispute', -300, { payment: 'c' }),
    line('refund', -100),
    line('cash', 700),
  ]
  const { cards, byHand } = accountOf(5000, lines)
  expect(cards.map(({ left, fee }) => [left, fee])).toEqual([
    [400, 0],
    [1000, 13],
  ])
  expect(byHand).toBe(600)
})

test('cents are typed with two digits', () => {
  expect([1250, 5, 100].map(typed)).toEqual(['12.50', '0.05', '1.00'])
})
