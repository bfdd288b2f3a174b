import type { Store } from '../store/index.ts'
import type { StripeClient } from './stripe-client.ts'
import { closeCheckout, ignoreRefused, maxTries } from './close-checkout.ts'
import { feeOf } from './price.ts'
import { currency, fulfil } from './fulfil.ts'
import { lockBalance } from './ledger.ts'
import type { Tx } from './ledger.ts'
import { callStripe } from './stripe-sdk.ts'
import { PaymentError } from './payment-error.ts'

/** A chosen option with its unit price. */
export type Item = { name: string; cents: number; quantity: number }
type CheckoutOptions = {
  player: number
  /** id of the Stripe account that receives the money */
  account: string
  /** the player's choice, and its stored form; null to pay what is due already */
  choice: { items: Item[]; kept: string } | null
  /** current date in the scene's time zone, for the fee */
  today: string
  back: { paidUrl: string; leftUrl: string }
}

type Checkout = Awaited<ReturnType<typeof latestOf>>
type CheckoutParams = { account: string; items: Item[]; back: CheckoutOptions['back'] }

/**
 * Returns the URL where a player pays by card. A player has one open checkout: the same request
 * returns the same checkout, and a different one closes it first, so that nobody pays twice.
 */
export async function openCheckout(
  stripeClient: StripeClient,
  options: CheckoutOptions,
): Promise<string> {
  const { db } = stripeClient.store
  for (let tries = 0; tries < maxTries; tries++) {
    const { checkout, blocking } = await db.transaction().execute((tx) => prepare(tx, options))
    if (blocking) {
      await closeCheckout({ stripeClient, store: stripeClient.store }, blocking)
      continue
    }
    const url = checkout ? await urlOf(stripeClient, checkout) : null
    if (url) return url
  }
  throw new PaymentError('STRIPE_AWAY')
}

type Prepared = { checkout?: Checkout; blocking?: NonNullable<Checkout> }

async function prepare(tx: Tx, options: CheckoutOptions): Promise<Prepared> {
  const { player, choice, account, back } = options
  const owing = await lockBalance(tx, player)
  if (!owing) throw new PaymentError('NOTHING_DUE')
  const last = await latestOf(tx, player)
  const price = choice ? sum(choice.items) : owing.price
  const cents = price - owing.covered
  if (cents <= 0) throw new PaymentError('NOTHING_DUE')
  // If part of the price is settled, the rest cannot be attributed to options.
  const items =
    choice && owing.covered === 0 ? choice.items : [{ name: 'Registration', cents, quantity: 1 }]
  const asked = JSON.stringify({ account, items, back } satisfies CheckoutParams)
  const isUnderWay = last?.state === 'open' || last?.state === 'waiting'
  if (last && isUnderWay && (last.asked !== asked || last.state === 'waiting')) {
    return { blocking: last }
  }
  if (choice) {
    const set = { price, selectedPaymentOptions: choice.kept }
    await tx.updateTable('kept.player').set(set).where('id', '=', player).execute()
  }
  if (last && isUnderWay) return { checkout: last }
  const fee = feeOf(cents, options.today)
  const { tournament } = owing
  const number = (last?.attempt ?? 0) + 1
  await tx
    .insertInto('kept.checkout')
    .values({ tournament, player, attempt: number, account, cents, fee, asked, state: 'open' })
    .execute()
  return { checkout: await latestOf(tx, player) }
}

function sum(items: Item[]): number {
  return items.reduce((cents, item) => cents + item.cents * item.quantity, 0)
}

/** The URL of a checkout; null if it can no longer be paid or another one has replaced it. */
async function urlOf(
  stripeClient: StripeClient,
  checkout: NonNullable<Checkout>,
): Promise<string | null> {
  const { stripe, store } = stripeClient
  const { id, account, session } = checkout
  const inAccount = { stripeAccount: account }
  if (session !== null) {
    const current = await callStripe(stripe.checkout.sessions.retrieve(session, {}, inAccount))
    if (current.status === 'open') return current.url
    await fulfil(stripeClient, { account, session })
    return null
  }
  const created = await create(stripeClient, checkout)
  const stored = await store.db
    .updateTable('kept.checkout')
    .set({ session: created.id })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .returning('id')
    .executeTakeFirst()
  if (stored) return created.url
  await callStripe(stripe.checkout.sessions.expire(created.id, {}, inAccount)).catch(ignoreRefused)
  return null
}

function create({ stripe }: StripeClient, checkout: NonNullable<Checkout>) {
  const { tournament, player, attempt: number, account, fee } = checkout
  const { items, back } = JSON.parse(checkout.asked) as CheckoutParams
  const metadata = { tournament: `${tournament}`, player: `${player}`, attempt: `${number}` }
  return callStripe(
    stripe.checkout.sessions.create(
      {
        mode: 'payment',
        client_reference_id: `${player}`,
        line_items: items.map(({ name, cents, quantity }) => ({
          quantity,
          price_data: { currency, unit_amount: cents, product_data: { name } },
        })),
        payment_intent_data: {
          metadata,
          ...(fee > 0 ? { application_fee_amount: fee } : {}),
        },
        metadata,
        success_url: back.paidUrl,
        cancel_url: back.leftUrl,
      },
      {
        stripeAccount: account,
        // The key has the creation time, because another database may have the same player id.
        idempotencyKey: `player-${player}-attempt-${number}-at-${checkout.createdAt.getTime()}`,
      },
    ),
  )
}

function latestOf(db: Store['db'], player: number) {
  return db
    .selectFrom('kept.checkout')
    .selectAll()
    .where('player', '=', player)
    .orderBy('attempt', 'desc')
    .executeTakeFirst()
}

/**
 * The state of a player's last checkout. While it can change it is read from Stripe (R-PM-5); if
 * Stripe does not answer, the last known state is returned.
 */
export async function checkoutState(
  stripeClient: StripeClient | null,
  { db }: Pick<Store, 'db'>,
  player: number,
) {
  const last = await latestOf(db, player)
  if (!last) return 'none' as const
  const { session, account, state } = last
  const isUnderWay = state === 'open' || state === 'waiting'
  if (!stripeClient || session === null || !isUnderWay) return state
  const now = await fulfil(stripeClient, { account, session }).catch((error: unknown) => {
    if (error instanceof PaymentError) return null
    throw error
  })
  return now ?? state
}
