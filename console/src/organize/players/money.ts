import type { payment } from '../payment-account/text.ts'
import type { payments } from './payments-text.ts'

/** A line of the ledger, in cents. */
export type Line = {
  id: number
  kind: keyof typeof payment.kinds
  /** money that came in; negative: went out */
  cents: number
  /** what of the price it settles */
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
/** What stands of one player: what may be taken in, let off and paid back. */
export type Account = {
  settled: number
  due: number
  /** settled beyond the price: to be given back, unless it was meant */
  over: number
  /** what came in by hand and was not given back */
  byHand: number
  cards: CardPayment[]
}

export function accountOf(price: number, lines: readonly Line[]): Account {
  const settled = sumOf(lines, 'covers')
  const cards = lines.filter(({ kind, payment }) => kind === 'card' && payment !== null)
  return {
    settled,
    due: Math.max(0, price - settled),
    over: Math.max(0, settled - price),
    byHand: sumOf(
      lines.filter(({ payment }) => payment === null),
      'cents',
    ),
    cards: cards
      .map(({ id, at, fee, payment }) => {
        const own = lines.filter((line) => line.payment === payment)
        return { id, at, fee, left: sumOf(own, 'cents') }
      })
      .filter(({ left }) => left > 0)
      .toReversed(),
  }
}

/** As it is typed into a field: 12.50 */
export function typed(cents: number): string {
  return (cents / 100).toFixed(2)
}

function sumOf(lines: readonly Line[], of: 'cents' | 'covers'): number {
  return lines.reduce((sum, line) => sum + line[of], 0)
}
