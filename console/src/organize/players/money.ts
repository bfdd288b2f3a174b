import type { payment, payments } from '../../core/text/organize/registration.ts'

/** An entry of the ledger. Amounts are in cents. */
export type LedgerEntry = {
  id: number
  kind: keyof typeof payment.kinds
  /** money received; negative if it was paid out */
  cents: number
  /** the part of the price that it settles */
  covers: number
  fee: number
  by: number | null
  byName: string | null
  at: string
  payment: string | null
  reverses: number | null
  reason: keyof typeof payments.reasons | null
}
type CardPayment = { id: number; at: string; left: number; fee: number }
/** The payment state of one player, in cents. */
export type Account = {
  settled: number
  due: number
  /** the amount settled beyond the price */
  over: number
  /** received in cash and not paid back */
  byHand: number
  cards: CardPayment[]
}

export function accountOf(price: number, entries: readonly LedgerEntry[]): Account {
  const settled = sumOf(entries, 'covers')
  const cards = entries.filter(({ kind, payment }) => kind === 'card' && payment !== null)
  return {
    settled,
    due: Math.max(0, price - settled),
    over: Math.max(0, settled - price),
    byHand: sumOf(
      entries.filter(({ payment }) => payment === null),
      'cents',
    ),
    cards: cards
      .map(({ id, at, fee, payment }) => {
        const related = entries.filter((entry) => entry.payment === payment)
        return { id, at, fee, left: sumOf(related, 'cents') }
      })
      .filter(({ left }) => left > 0)
      .toReversed(),
  }
}

/** The text of an amount field: `12.50` */
export function amountText(cents: number): string {
  return (cents / 100).toFixed(2)
}

function sumOf(entries: readonly LedgerEntry[], field: 'cents' | 'covers'): number {
  return entries.reduce((sum, entry) => sum + entry[field], 0)
}
