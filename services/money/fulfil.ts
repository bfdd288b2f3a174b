import type { Stripe } from 'stripe'
import type { StripeClient } from './stripe-client.ts'
import { enter, lockBalance } from './ledger.ts'
import type { Tx } from './ledger.ts'
import { answered } from './stripe-sdk.ts'

type Named = { account: string; session: string }
type State = 'open' | 'waiting' | 'paid' | 'failed' | 'expired'

/**
 * Reads a checkout session again and enters what it brought. Whoever hears of it calls this: the
 * webhook, the page the payer comes back to, a second try. However often and at once, it is one
 * payment (R-PM-5). Null: no checkout of ours.
 */
export async function fulfil(stripeClient: StripeClient, named: Named): Promise<State | null> {
  const { store, stripe } = stripeClient
  const { account } = named
  const session = await answered(
    stripe.checkout.sessions.retrieve(
      named.session,
      { expand: ['payment_intent'] },
      { stripeAccount: account },
    ),
  )
  const state = stateOf(session)
  return store.db.transaction().execute((tx) => keep(tx, { account, session, state }))
}

type SessionState = { account: string; session: Stripe.Checkout.Session; state: State }

async function keep(tx: Tx, seen: SessionState): Promise<State | null> {
  const { account, session, state } = seen
  const checkout = await checkoutOf(tx, seen)
  if (!checkout) return null
  const { tournament, player, cents, fee } = checkout
  await lockBalance(tx, player)
  if (state === 'paid') {
    const payment = paymentOf(session)
    const ids = { account, payment, providerObject: payment }
    const money = { cents, covers: cents, fee, person: null }
    await enter(tx, { tournament, player, kind: 'card', ...money, ...ids })
  }
  // Rivals may come late with what they read before: paid stays, and open says nothing new.
  await tx
    .updateTable('kept.checkout')
    .set({ session: session.id, ...(state === 'open' ? {} : { state }) })
    .where('id', '=', checkout.id)
    .where('state', '!=', 'paid')
    .execute()
  return state
}

/** By its id, or by the names we gave it where its event was faster than the answer to us. */
async function checkoutOf(tx: Tx, { account, session }: SessionState) {
  const checkouts = tx
    .selectFrom('kept.checkout')
    .select(['id', 'tournament', 'player', 'cents', 'fee'])
    .where('account', '=', account)
  const { player = '', attempt = '' } = session.metadata ?? {}
  const found =
    (await checkouts.where('session', '=', session.id).executeTakeFirst()) ??
    (/^\d{1,9}$/.test(player) && /^\d{1,9}$/.test(attempt)
      ? await checkouts
          .where('player', '=', Number(player))
          .where('attempt', '=', Number(attempt))
          .where('session', 'is', null)
          .executeTakeFirst()
      : undefined)
  const isOurs = found?.cents === session.amount_total && session.currency === currency
  return isOurs ? found : undefined
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
