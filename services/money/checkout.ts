import type { Store } from '../store/index.ts'
import type { StripeClient } from './stripe-client.ts'
import { feeOf } from './price.ts'
import { currency, fulfil } from './fulfil.ts'
import { lockBalance } from './ledger.ts'
import type { Tx } from './ledger.ts'
import { answered } from './stripe-sdk.ts'
import { PaymentError } from './payment-error.ts'

/** A chosen option, with what one of it costs. */
export type Item = { name: string; cents: number; quantity: number }
type CheckoutOptions = {
  player: number
  /** Stripe's id of whose money it is */
  account: string
  /** what a player chose, and how that is kept; null: what is due already */
  choice: { items: Item[]; kept: string } | null
  /** the day it is in the scene, for the fee */
  today: string
  back: { paidUrl: string; leftUrl: string }
}

type Attempt = Awaited<ReturnType<typeof latestOf>>
type CheckoutParams = { account: string; items: Item[]; back: CheckoutOptions['back'] }

const maxRivals = 5

/**
 * The address where a player pays by card. A player has one open checkout: the same asked again
 * gives the same one, anything else closes it first, so that nobody pays twice.
 */
export async function openCheckout(
  stripeClient: StripeClient,
  wanted: CheckoutOptions,
): Promise<string> {
  const { db } = stripeClient.store
  for (let tries = 0; tries < maxRivals; tries++) {
    const { attempt, inTheWay } = await db.transaction().execute((tx) => prepare(tx, wanted))
    if (inTheWay) {
      await close(stripeClient, inTheWay)
      continue
    }
    const url = attempt ? await addressOf(stripeClient, attempt) : null
    if (url) return url
  }
  throw new PaymentError('STRIPE_AWAY')
}

type Prepared = { attempt?: Attempt; inTheWay?: NonNullable<Attempt> }

async function prepare(tx: Tx, wanted: CheckoutOptions): Promise<Prepared> {
  const { player, choice, account, back } = wanted
  const owing = await lockBalance(tx, player)
  if (!owing) throw new PaymentError('NOTHING_DUE')
  const last = await latestOf(tx, player)
  const price = choice ? sum(choice.items) : owing.price
  const cents = price - owing.covered
  if (cents <= 0) throw new PaymentError('NOTHING_DUE')
  // With a part of it settled the options cannot be told apart in what is left.
  const items =
    choice && owing.covered === 0 ? choice.items : [{ name: 'Registration', cents, quantity: 1 }]
  const asked = JSON.stringify({ account, items, back } satisfies CheckoutParams)
  const isUnderWay = last?.state === 'open' || last?.state === 'waiting'
  if (last && isUnderWay && (last.asked !== asked || last.state === 'waiting')) {
    return { inTheWay: last }
  }
  if (choice) {
    const set = { price, selectedPaymentOptions: choice.kept }
    await tx.updateTable('kept.player').set(set).where('id', '=', player).execute()
  }
  if (last && isUnderWay) return { attempt: last }
  const fee = feeOf(cents, wanted.today)
  const { tournament } = owing
  const number = (last?.attempt ?? 0) + 1
  await tx
    .insertInto('kept.checkout')
    .values({ tournament, player, attempt: number, account, cents, fee, asked, state: 'open' })
    .execute()
  return { attempt: await latestOf(tx, player) }
}

function sum(items: Item[]): number {
  return items.reduce((cents, item) => cents + item.cents * item.quantity, 0)
}

/** What another checkout of this player brought is entered; else nobody can pay there any more. */
async function close(stripeClient: StripeClient, open: NonNullable<Attempt>) {
  const { stripe, store } = stripeClient
  const { id, session, account, state } = open
  if (session !== null) {
    const now = await fulfil(stripeClient, { account, session })
    if (now === 'waiting') throw new PaymentError('PAYMENT_UNDER_WAY')
    if (now !== 'open') return
    // Paid in this very moment it cannot be closed any more, and is read once more.
    await answered(stripe.checkout.sessions.expire(session, {}, { stripeAccount: account })).catch(
      passOver,
    )
    await fulfil(stripeClient, { account, session })
    return
  }
  await store.db
    .updateTable('kept.checkout')
    .set({ state: 'expired' })
    .where('id', '=', id)
    .where('state', '=', state)
    .where('session', 'is', null)
    .execute()
}

function passOver(error: unknown): void {
  if (!(error instanceof PaymentError) || error.code !== 'STRIPE_REFUSED') throw error
}

/** Null: it can be paid no more, or a rival took its place. */
async function addressOf(
  stripeClient: StripeClient,
  attempt: NonNullable<Attempt>,
): Promise<string | null> {
  const { stripe, store } = stripeClient
  const { id, account, session } = attempt
  const inAccount = { stripeAccount: account }
  if (session !== null) {
    const found = await answered(stripe.checkout.sessions.retrieve(session, {}, inAccount))
    if (found.status === 'open') return found.url
    await fulfil(stripeClient, { account, session })
    return null
  }
  const made = await create(stripeClient, attempt)
  const checkout = await store.db
    .updateTable('kept.checkout')
    .set({ session: made.id })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .returning('id')
    .executeTakeFirst()
  if (checkout) return made.url
  await answered(stripe.checkout.sessions.expire(made.id, {}, inAccount)).catch(passOver)
  return null
}

function create({ stripe }: StripeClient, attempt: NonNullable<Attempt>) {
  const { tournament, player, attempt: number, account, fee } = attempt
  const { items, back } = JSON.parse(attempt.asked) as CheckoutParams
  const metadata = { tournament: `${tournament}`, player: `${player}`, attempt: `${number}` }
  return answered(
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
        // A number alone would mean another player in another database.
        idempotencyKey: `player-${player}-attempt-${number}-at-${attempt.createdAt.getTime()}`,
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
 * How a player's last checkout stands: read again at Stripe while that can change (R-PM-5), as it
 * was last known where Stripe does not answer.
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
