import type { Store } from '../store/index.ts'
import type { StripeClient } from './stripe-client.ts'
import { fulfil } from './fulfil.ts'
import { CheckoutOpen, openCheckoutsOf } from './open-checkout.ts'
import type { OpenCheckout } from './open-checkout.ts'
import { callStripe } from './stripe-sdk.ts'
import { PaymentError } from './payment-error.ts'

type Payments = { stripeClient: StripeClient | null; store: Pick<Store, 'db'> }

export const maxTries = 5
const batchSize = 8

/**
 * Runs a change of a player's balance by hand. Its transaction ends with `CheckoutOpen` while the
 * player could still pay by card; then the checkout is closed and the change is made again, so that
 * nobody pays twice. `hasMoved` tells that the checkout turned out to be paid.
 */
export async function withoutOpenCheckout<T>(
  payments: Payments,
  work: (hasMoved: boolean) => Promise<T>,
): Promise<T> {
  let hasMoved = false
  for (let tries = 0; tries < maxTries; tries++) {
    try {
      return await work(hasMoved)
    } catch (error) {
      if (!(error instanceof CheckoutOpen)) throw error
      if (await closeCheckout(payments, error.checkout)) hasMoved = true
    }
  }
  throw new PaymentError('STRIPE_AWAY')
}

/**
 * Closes what these players could still pay, before they are removed. Only a payment under way
 * refuses that, unless `force`. A removal must not depend on Stripe: a checkout that stays open is
 * refunded by `fulfil` if it is paid later.
 */
export async function closeCheckoutsOf(
  payments: Payments,
  players: readonly number[],
  { force = false }: { force?: boolean } = {},
): Promise<void> {
  const open = await openCheckoutsOf(payments.store.db, players)
  for (let start = 0; start < open.length; start += batchSize) {
    const batch = open.slice(start, start + batchSize)
    const codes = await Promise.all(batch.map((checkout) => failureOf(payments, checkout)))
    if (!force && codes.includes('PAYMENT_UNDER_WAY')) throw new PaymentError('PAYMENT_UNDER_WAY')
    // The others would wait for the same time-out, one batch after another.
    if (codes.includes('STRIPE_AWAY')) return
  }
}

async function failureOf(payments: Payments, checkout: OpenCheckout) {
  try {
    await closeCheckout(payments, checkout)
    return null
  } catch (error) {
    if (error instanceof PaymentError) return error.code
    throw error
  }
}

/**
 * Enters the payment of a checkout, or closes it so that it cannot be paid. Returns true if it was
 * paid.
 */
export async function closeCheckout(payments: Payments, open: OpenCheckout): Promise<boolean> {
  const { stripeClient, store } = payments
  const { session, account } = open
  // Without keys the server cannot ask Stripe, and its events do not arrive either.
  if (session === null || !stripeClient) return abandon(store, open)
  const state = await closeSession(stripeClient, { account, session }).catch(unknownToStripe)
  return state === null ? abandon(store, open) : state === 'paid'
}

async function closeSession(stripeClient: StripeClient, ids: { account: string; session: string }) {
  const now = await fulfil(stripeClient, ids)
  if (now === 'waiting') throw new PaymentError('PAYMENT_UNDER_WAY')
  if (now !== 'open') return now
  const { account: stripeAccount, session } = ids
  // If it is paid at this moment, closing fails, and the payment is read again.
  await callStripe(
    stripeClient.stripe.checkout.sessions.expire(session, {}, { stripeAccount }),
  ).catch(ignoreRefused)
  return fulfil(stripeClient, ids)
}

/** For example the account has been disconnected: then nobody can close it, and it must not block. */
function unknownToStripe(error: unknown): null {
  if (error instanceof PaymentError && error.code === 'STRIPE_UNKNOWN') return null
  throw error
}

async function abandon(
  { db }: Payments['store'],
  { id, state, session }: OpenCheckout,
): Promise<false> {
  await db
    .updateTable('kept.checkout')
    .set({ state: 'expired' })
    .where('id', '=', id)
    .where('state', '=', state)
    .where('session', session === null ? 'is' : '=', session)
    .execute()
  return false
}

export function ignoreRefused(error: unknown): void {
  if (!(error instanceof PaymentError) || error.code !== 'STRIPE_REFUSED') throw error
}
