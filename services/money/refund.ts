import type { Stripe } from 'stripe'
import type { StripeClient } from './stripe-client.ts'
import { fulfil } from './fulfil.ts'
import { enter, expectSettled, lockBalance } from './ledger.ts'
import type { Tx } from './ledger.ts'
import { answered } from './stripe-sdk.ts'
import { PaymentError } from './payment-error.ts'

type Refund = {
  player: number
  /** which card payment; left out, the last with anything left */
  entry?: number | undefined
  /** left out, all that is left */
  cents?: number | undefined
  /** the application's fee goes back as well, in proportion */
  withFee: boolean
  person: number | null
  /** what was settled when it was decided; left out: whatever is */
  settled?: number | undefined
  /** the same again is the same refund */
  key: string
}

/** Money back to the card it came from. */
export async function refundPayment(stripeClient: StripeClient, wanted: Refund): Promise<void> {
  const { store, stripe } = stripeClient
  const { person, withFee, key } = wanted
  const paid = await store.db.transaction().execute((tx) => refundable(tx, wanted))
  const refund = await answered(
    stripe.refunds.create(
      {
        payment_intent: paid.payment,
        amount: paid.cents,
        ...(withFee && paid.fee > 0 ? { refund_application_fee: true } : {}),
        metadata: { person: `${person ?? ''}` },
      },
      { stripeAccount: paid.account, idempotencyKey: `entry-${paid.id}-${key}` },
    ),
  )
  await store.db.transaction().execute((tx) => keepRefund(tx, paid, refund))
}

async function refundable(tx: Tx, { player, entry, cents, settled, key }: Refund) {
  const owing = await lockBalance(tx, player)
  if (owing) expectSettled(owing, settled)
  const rows = await tx
    .selectFrom('kept.ledger')
    .select(['id', 'tournament', 'player', 'kind', 'cents', 'fee', 'account', 'payment'])
    .where('player', '=', player)
    .where('payment', 'is not', null)
    .orderBy('id', 'desc')
    .execute()
  const payments = rows.flatMap(({ account, payment, ...row }) => {
    if (row.kind !== 'card' || account === null || payment === null) return []
    const own = rows.filter((each) => each.payment === payment)
    const left = own.reduce((sum, each) => sum + each.cents, 0)
    return [{ ...row, account, payment, left }]
  })
  const found = payments.find(({ id, left }) => (entry === undefined ? left > 0 : id === entry))
  if (!found) throw new PaymentError('NO_CARD_PAYMENT')
  const wanted = cents ?? found.left
  if (wanted > found.left || wanted <= 0) throw new PaymentError('MORE_THAN_PAID')
  return { ...found, cents: wanted, key }
}

type Payment = { tournament: number; player: number; account: string; payment: string }

async function keepRefund(tx: Tx, paid: Payment, refund: Stripe.Refund): Promise<void> {
  const { tournament, player, account, payment } = paid
  const { id, amount, status } = refund
  const person = Number(refund.metadata?.['person']) || null
  const of = { tournament, player, account, payment, person, kind: 'refund' } as const
  if (status === 'requires_action') return
  await enter(tx, { ...of, cents: -amount, covers: -amount, providerObject: id })
  // It did not arrive, and the money is back with the organiser.
  if (status !== 'failed' && status !== 'canceled') return
  await enter(tx, { ...of, cents: amount, covers: amount, providerObject: `${id} ${status}` })
}

/** All refunds of a charge as they stand now. */
export async function renewRefunds(
  stripeClient: StripeClient,
  { account, charge: id }: { account: string; charge: string },
): Promise<void> {
  const { stripe, store } = stripeClient
  const inAccount = { stripeAccount: account }
  const charge = await answered(stripe.charges.retrieve(id, {}, inAccount))
  const paid = await paymentOf(stripeClient, account, charge.payment_intent)
  if (!paid) return
  const refunds = await answered(
    stripe.refunds.list({ charge: id, limit: 100 }, inAccount).autoPagingToArray({ limit: 1_000 }),
  )
  await store.db.transaction().execute(async (tx) => {
    await lockBalance(tx, paid.player)
    for (const refund of refunds) await keepRefund(tx, paid, refund)
  })
}

/** A dispute takes the money away at once, and gives it back when it is won. */
export async function renewDispute(
  stripeClient: StripeClient,
  { account, dispute: id }: { account: string; dispute: string },
): Promise<void> {
  const { stripe, store } = stripeClient
  const dispute = await answered(stripe.disputes.retrieve(id, {}, { stripeAccount: account }))
  const { amount, status } = dispute
  // Only asked about so far, or settled before it became one: no money has moved.
  if (status.startsWith('warning_') || status === 'prevented') return
  const paid = await paymentOf(stripeClient, account, dispute.payment_intent)
  if (!paid) return
  const of = { ...paid, kind: 'dispute', person: null } as const
  await store.db.transaction().execute(async (tx) => {
    await lockBalance(tx, paid.player)
    await enter(tx, { ...of, cents: -amount, covers: -amount, providerObject: id })
    if (status !== 'won') return
    await enter(tx, { ...of, cents: amount, covers: amount, providerObject: `${id} won` })
  })
}

/** What is known of a payment; word of a refund may be here before word of what it pays back. */
async function paymentOf(
  stripeClient: StripeClient,
  account: string,
  intent: string | Stripe.PaymentIntent | null,
): Promise<Payment | null> {
  const payment = typeof intent === 'string' ? intent : intent?.id
  if (!payment) return null
  const entry = await cardEntry(stripeClient.store.db, { account, payment })
  if (entry) return entry
  const sessions = await answered(
    stripeClient.stripe.checkout.sessions.list(
      { payment_intent: payment, limit: 1 },
      { stripeAccount: account },
    ),
  )
  const [session] = sessions.data
  if (!session || !(await fulfil(stripeClient, { account, session: session.id }))) return null
  return cardEntry(stripeClient.store.db, { account, payment })
}

async function cardEntry(
  db: Tx,
  { account, payment }: { account: string; payment: string },
): Promise<Payment | null> {
  const row = await db
    .selectFrom('kept.ledger')
    .select(['tournament', 'player'])
    .where('kind', '=', 'card')
    .where('account', '=', account)
    .where('providerObject', '=', payment)
    .executeTakeFirst()
  return row ? { ...row, account, payment } : null
}
