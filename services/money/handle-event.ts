import { refreshAccount } from './account.ts'
import type { StripeClient } from './stripe-client.ts'
import { fulfil } from './fulfil.ts'
import { recordDispute, syncRefunds } from './refund.ts'
import { callStripe } from './stripe-sdk.ts'
import { PaymentError } from './payment-error.ts'

export type StripeEvent = { type: string; account: string | null; object: string }

/**
 * Reads the event's object again, because events may be late, repeated or out of order (R-PM-6).
 */
export async function handleEvent(
  stripeClient: StripeClient,
  { type, account, object }: StripeEvent,
): Promise<void> {
  if (account === null) return
  try {
    if (type.startsWith('checkout.session.'))
      await fulfil(stripeClient, { account, session: object })
    else if (type.startsWith('account.')) await refreshAccount(stripeClient, account)
    else if (type.startsWith('charge.dispute.')) {
      await recordDispute(stripeClient, { account, dispute: object })
    } else if (/^charge\.refund\.|^refund\./.test(type)) {
      const charge = await chargeOf(stripeClient, account, object)
      if (charge) await syncRefunds(stripeClient, { account, charge })
    } else if (type === 'charge.refunded') {
      await syncRefunds(stripeClient, { account, charge: object })
    }
  } catch (error) {
    // Stripe does not know the object in our account; a retry would have the same result.
    if (!(error instanceof PaymentError) || error.code !== 'STRIPE_UNKNOWN') throw error
  }
}

async function chargeOf({ stripe }: StripeClient, account: string, refund: string) {
  const inAccount = { stripeAccount: account }
  const { charge } = await callStripe(stripe.refunds.retrieve(refund, {}, inAccount))
  return typeof charge === 'string' ? charge : charge?.id
}
