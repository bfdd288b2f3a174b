import type { Stripe } from 'stripe'
import { addLedgerEntry } from './ledger.ts'
import type { Tx } from './ledger.ts'
import type { StripeClient } from './stripe-client.ts'
import { callStripe } from './stripe-sdk.ts'

export type Payment = { tournament: number; player: number; account: string; payment: string }

/** Enters a refund in its current state, once. */
export async function enterRefund(tx: Tx, paid: Payment, refund: Stripe.Refund): Promise<void> {
  const { tournament, player, account, payment } = paid
  const { id, amount, status } = refund
  const person = Number(refund.metadata?.['person']) || null
  const common = { tournament, player, account, payment, person, kind: 'refund' } as const
  if (status === 'requires_action') return
  await addLedgerEntry(tx, { ...common, cents: -amount, covers: -amount, providerObject: id })
  if (!hasFailed(refund)) return
  await addLedgerEntry(tx, {
    ...common,
    cents: amount,
    covers: amount,
    providerObject: `${id} ${status}`,
  })
}

/** Enters all refunds of a payment, and returns what is left of it in cents. */
export async function enterRefundsOf(
  { store, stripe }: StripeClient,
  paid: Payment,
): Promise<number> {
  const { account, payment } = paid
  const refunds = await callStripe(
    stripe.refunds
      .list({ payment_intent: payment, limit: 100 }, { stripeAccount: account })
      .autoPagingToArray({ limit: 1_000 }),
  )
  return store.db.transaction().execute(async (tx) => {
    for (const refund of refunds) await enterRefund(tx, paid, refund)
    const { sum } = await tx
      .selectFrom('kept.ledger')
      .select((eb) => eb.fn.sum<number | null>('cents').as('sum'))
      .where('account', '=', account)
      .where('payment', '=', payment)
      .executeTakeFirstOrThrow()
    return sum ?? 0
  })
}

/** The money of such a refund is with the organiser. */
export function hasFailed({ status }: Stripe.Refund): boolean {
  return status === 'failed' || status === 'canceled'
}
