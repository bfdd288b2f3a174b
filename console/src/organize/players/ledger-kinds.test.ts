import { expect, test } from 'vitest'
import { kindOf } from './ledger-kinds.ts'
import type { LedgerEntry } from './money.ts'

const entry: LedgerEntry = {
  id: 1,
  kind: 'card',
  cents: 1_250,
  covers: 1_250,
  fee: 0,
  by: null,
  byName: null,
  at: '2026-01-02T10:00:00.000Z',
  payment: 'pi_1',
  reverses: null,
  reason: null,
}

test.each([
  [{}, 'Card'],
  [{ kind: 'refund', cents: -1_250 }, 'Paid back'],
  [{ kind: 'refund' }, 'Refund failed, money returned'],
  [{ kind: 'dispute', cents: -1_250 }, 'Dispute'],
  [{ kind: 'dispute' }, 'Dispute won, money returned'],
  [{ kind: 'cash', cents: -1_250, payment: null, reverses: 2 }, 'Cash, taken back'],
  [{ kind: 'refund', payment: null, reverses: 2 }, 'Paid back, taken back'],
  [{ kind: 'comp', cents: 0, payment: null, reason: 'guest' }, 'Waived: Invited'],
] as const)('an entry %o reads %s', (more, words) => {
  expect(kindOf({ ...entry, ...more })).toBe(words)
})
