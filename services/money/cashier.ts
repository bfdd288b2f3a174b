import type { Stripe } from 'stripe'
import type { Store } from '../store/index.ts'
import { openStripe } from './stripe.ts'
import type { StripeKeys } from './stripe.ts'
import { Trouble } from './trouble.ts'

/** What takes cards: the rows and the way to Stripe. */
export type Cashier = {
  store: Store
  stripe: Stripe
  webhookSecret: string
  publicUrl: string | null
}

export function openCashier(store: Store, keys: StripeKeys | null): Cashier | null {
  if (!keys) return null
  const { webhookSecret, publicUrl = null } = keys
  return { store, stripe: openStripe(keys), webhookSecret, publicUrl }
}

export function expectCashier(cashier: Cashier | null): Cashier {
  if (!cashier) throw new Trouble('STRIPE_NOT_CONFIGURED')
  return cashier
}
