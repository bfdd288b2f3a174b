import type { Stripe } from 'stripe'
import { addLedgerEntry } from './ledger.ts'
import type { Tx } from './ledger.ts'

export type Payment = { tournament: number; player: number; account: string; payment: string }

/** Enters a refund in its current state, once. */
export async function enterRefund(tx: Tx, paid: Payment, refund: Stripe.Refund): Promise<void> {
  const { tournament, player, account, payment } = paid
  const { id, amount, status } = refund
  const person = Number(refund.metadata?.['person']) || null
  const common = { tournament, player, account, payment, person, kind: 'refund' } as const
  if (status === 'requires_action') return
  await addLedgerEntry(tx, { ...common, cents: -amount, covers: -amount, providerObject: id })
  // The refund failed, and the money is back with the organiser.
  if (status !== 'failed' && status !== 'canceled') return
  await addLedgerEntry(tx, {
    ...common,
    cents: amount,
    covers: amount,
    providerObject: `${id} ${status}`,
  })
}
