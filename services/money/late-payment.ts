import { createHash } from 'node:crypto'
import type { StripeClient } from './stripe-client.ts'
import { enterRefunds, enterRefundsOf } from './enter-refund.ts'
import type { Payment } from './enter-refund.ts'
import { callStripe } from './stripe-sdk.ts'

/** A payment that arrived after its player or tournament had been removed. */
export type LatePayment = Payment & { checkout: number; fee: number }

/**
 * Refunds a late payment in full, with our fee. The checkout becomes `paid` only afterwards, so that
 * a retry continues where an attempt failed; what Stripe has refunded already is entered first.
 */
export async function refundLatePayment(
  stripeClient: StripeClient,
  late: LatePayment,
): Promise<void> {
  const { store, stripe } = stripeClient
  const { account, payment, fee, checkout } = late
  const inAccount = { stripeAccount: account }
  const left = await enterRefundsOf(stripeClient, late)
  if (left > 0) {
    const key = createHash('sha256').update(`late ${payment} ${left}`).digest('hex')
    const refund = await callStripe(
      stripe.refunds.create(
        {
          payment_intent: payment,
          amount: left,
          ...(fee > 0 ? { refund_application_fee: true } : {}),
        },
        { ...inAccount, idempotencyKey: `checkout-${checkout}-${key}` },
      ),
    )
    await enterRefunds(stripeClient, late, [refund])
  }
  await store.db
    .updateTable('kept.checkout')
    .set({ state: 'paid' })
    .where('id', '=', checkout)
    .execute()
}
