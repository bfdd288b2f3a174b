import type { Stripe } from 'stripe'
import type { StripeClient } from './stripe-client.ts'
import { addLedgerEntry, lockBalance } from './ledger.ts'
import type { Tx } from './ledger.ts'
import { callStripe } from './stripe-sdk.ts'
import { createHash } from 'node:crypto'
import { enterRefunds, enterRefundsOf } from './enter-refund.ts'
import type { Payment } from './enter-refund.ts'

type CheckoutSession = { account: string; session: string }
type State = 'open' | 'waiting' | 'paid' | 'failed' | 'expired'

/**
 * Reads a checkout session from Stripe and enters its payment. The webhook, the return page and
 * retries all call this; concurrent or repeated calls enter the payment once (R-PM-5). A payment for
 * a player who has been removed is refunded. Returns null if it is not one of our checkouts.
 */
export async function fulfil(
  stripeClient: StripeClient,
  ids: CheckoutSession,
): Promise<State | null> {
  const { store, stripe } = stripeClient
  const { account } = ids
  const session = await callStripe(
    stripe.checkout.sessions.retrieve(
      ids.session,
      { expand: ['payment_intent'] },
      { stripeAccount: account },
    ),
  )
  const state = stateOf(session)
  const stored = await store.db
    .transaction()
    .execute((tx) => storeState(tx, { account, session, state }))
  if (stored?.late) await refundLatePayment(stripeClient, stored.late)
  return stored && state
}

type SessionState = { account: string; session: Stripe.Checkout.Session; state: State }

async function storeState(
  tx: Tx,
  current: SessionState,
): Promise<{ late: LatePayment | null } | null> {
  const { account, session, state } = current
  const checkout = await checkoutOf(tx, current)
  if (!checkout) return null
  const { id, tournament, player, cents, fee } = checkout
  const isRemoved = (await lockBalance(tx, player)) === null
  // Read after the lock: what was paid before the player was removed is up to the organisers.
  const before = await tx
    .selectFrom('kept.checkout')
    .select('state')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (before?.state === 'paid') return { late: null }
  const payment = paymentOf(session)
  if (state === 'paid') {
    const ids = { account, payment, providerObject: payment }
    const money = { cents, covers: cents, fee, person: null }
    await addLedgerEntry(tx, { tournament, player, kind: 'card', ...money, ...ids })
  }
  const isLate = state === 'paid' && isRemoved
  // A concurrent call may be late with an older state: `paid` is final, and `open` is not written.
  await tx
    .updateTable('kept.checkout')
    .set({ session: session.id, ...(state === 'open' || isLate ? {} : { state }) })
    .where('id', '=', id)
    .execute()
  return { late: isLate ? { checkout: id, tournament, player, account, payment, fee } : null }
}

/**
 * Finds the checkout by session id, or by our metadata if the event arrived before the response.
 */
async function checkoutOf(tx: Tx, { account, session }: SessionState) {
  const checkouts = tx
    .selectFrom('kept.checkout')
    .select(['id', 'tournament', 'player', 'cents', 'fee'])
    .where('account', '=', account)
  const { player = '', attempt = '' } = session.metadata ?? {}
  const checkout =
    (await checkouts.where('session', '=', session.id).executeTakeFirst()) ??
    (/^\d{1,9}$/.test(player) && /^\d{1,9}$/.test(attempt)
      ? await checkouts
          .where('player', '=', Number(player))
          .where('attempt', '=', Number(attempt))
          .where('session', 'is', null)
          .executeTakeFirst()
      : undefined)
  const isOurs = checkout?.cents === session.amount_total && session.currency === currency
  return isOurs ? checkout : undefined
}
export const currency = 'usd'

function stateOf({ status, payment_status: paid, ...session }: Stripe.Checkout.Session): State {
  if (paid === 'paid') return 'paid'
  if (status !== 'complete') return status === 'expired' ? 'expired' : 'open'
  const { payment_intent: payment } = session
  const payable = typeof payment === 'object' && payment !== null ? payment.status : ''
  return /^(canceled|requires_payment_method)$/.test(payable) ? 'failed' : 'waiting'
}

function paymentOf({ payment_intent: payment, id }: Stripe.Checkout.Session): string {
  return (typeof payment === 'string' ? payment : payment?.id) ?? id
}

/** A payment that arrived after its player or tournament had been removed. */
type LatePayment = Payment & { checkout: number; fee: number }

/**
 * Refunds a late payment in full, with our fee. The checkout becomes `paid` only afterwards, so that
 * a retry continues where an attempt failed; what Stripe has refunded already is entered first.
 */
async function refundLatePayment(stripeClient: StripeClient, late: LatePayment): Promise<void> {
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
