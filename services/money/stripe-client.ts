import type { Stripe } from 'stripe'
import type { Store } from '../store/index.ts'
import { openStripe } from './stripe-sdk.ts'
import type { StripeKeys } from './stripe-sdk.ts'
import { PaymentError } from './payment-error.ts'

/** The Stripe SDK together with the store and settings for card payments. */
export type StripeClient = {
  store: Store
  stripe: Stripe
  webhookSecret: string
  publicUrl: string | null
}

export function openStripeClient(store: Store, keys: StripeKeys | null): StripeClient | null {
  if (!keys) return null
  const { webhookSecret, publicUrl = null } = keys
  return { store, stripe: openStripe(keys), webhookSecret, publicUrl }
}

export function expectStripeClient(stripeClient: StripeClient | null): StripeClient {
  if (!stripeClient) throw new PaymentError('STRIPE_NOT_CONFIGURED')
  return stripeClient
}
