import type { Stripe } from 'stripe'
import type { StripeClient } from './stripe-client.ts'
import { enterRefunds, enterRefundsOf, hasFailed } from './enter-refund.ts'
import type { Payment } from './enter-refund.ts'
import { fulfil } from './fulfil.ts'
import { addLedgerEntry, expectSettled, lockBalance, lockRemovedBalance } from './ledger.ts'
import type { Tx } from './ledger.ts'
import { callStripe } from './stripe-sdk.ts'
import { PaymentError } from './payment-error.ts'

type RefundRequest = {
  player: number
  /** ledger entry of the card payment; by default the last one that is not fully refunded */
  entry?: number | undefined
  /** by default all that is left */
  cents?: number | undefined
  /** also refunds the application fee, in proportion */
  withFee: boolean
  person: number | null
  /** the settled amount that the user saw; undefined skips the check */
  settled?: number | undefined
  /** idempotency key of the refund */
  key: string
}

/** Refunds a payment to its card. */
export async function refundPayment(
  stripeClient: StripeClient,
  request: RefundRequest,
): Promise<void> {
  const { store, stripe } = stripeClient
  const { person, withFee, key } = request
  const paid = await store.db.transaction().execute((tx) => refundable(tx, request))
  const refund = await callStripe(
    stripe.refunds.create(
      {
        payment_intent: paid.payment,
        amount: paid.cents,
        ...(withFee && paid.fee > 0 ? { refund_application_fee: true } : {}),
        metadata: { person: `${person ?? ''}` },
      },
      { stripeAccount: paid.account, idempotencyKey: `entry-${paid.id}-${key}` },
    ),
  ).catch((error: unknown) => explainRefusal(stripeClient, paid, error))
  await enterRefunds(stripeClient, paid, [refund])
  if (hasFailed(refund)) throw new PaymentError('REFUND_FAILED')
}

/** Something may have been paid back at Stripe of which no event has arrived yet. */
async function explainRefusal(
  stripeClient: StripeClient,
  paid: Payment & { left: number },
  error: unknown,
): Promise<never> {
  const isRefused = error instanceof PaymentError && error.code === 'STRIPE_REFUSED'
  if (isRefused && (await enterRefundsOf(stripeClient, paid)) !== paid.left) {
    throw new PaymentError('LEDGER_MOVED')
  }
  throw error
}

async function refundable(tx: Tx, { player, entry, cents, settled, key }: RefundRequest) {
  const owing = (await lockBalance(tx, player)) ?? (await lockRemovedBalance(tx, player))
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
  const payment = payments.find(({ id, left }) => (entry === undefined ? left > 0 : id === entry))
  if (!payment) throw new PaymentError('NO_CARD_PAYMENT')
  const amount = cents ?? payment.left
  if (amount > payment.left || amount <= 0) throw new PaymentError('MORE_THAN_PAID')
  return { ...payment, cents: amount, key }
}

/** Enters all refunds of a charge in their current state. */
export async function syncRefunds(
  stripeClient: StripeClient,
  { account, charge: id }: { account: string; charge: string },
): Promise<void> {
  const { stripe } = stripeClient
  const inAccount = { stripeAccount: account }
  const charge = await callStripe(stripe.charges.retrieve(id, {}, inAccount))
  const paid = await paymentOf(stripeClient, account, charge.payment_intent)
  if (!paid) return
  const refunds = await callStripe(
    stripe.refunds.list({ charge: id, limit: 100 }, inAccount).autoPagingToArray({ limit: 1_000 }),
  )
  await enterRefunds(stripeClient, paid, refunds)
}

/** Enters a dispute, which withdraws the money immediately and returns it when it is won. */
export async function recordDispute(
  stripeClient: StripeClient,
  { account, dispute: id }: { account: string; dispute: string },
): Promise<void> {
  const { stripe, store } = stripeClient
  const dispute = await callStripe(stripe.disputes.retrieve(id, {}, { stripeAccount: account }))
  const { amount, status } = dispute
  // An inquiry, or prevented before it became a dispute: no money has moved.
  if (status.startsWith('warning_') || status === 'prevented') return
  const paid = await paymentOf(stripeClient, account, dispute.payment_intent)
  if (!paid) return
  const common = { ...paid, kind: 'dispute', person: null } as const
  await store.db.transaction().execute(async (tx) => {
    await lockBalance(tx, paid.player)
    await addLedgerEntry(tx, { ...common, cents: -amount, covers: -amount, providerObject: id })
    if (status !== 'won') return
    await addLedgerEntry(tx, {
      ...common,
      cents: amount,
      covers: amount,
      providerObject: `${id} won`,
    })
  })
}

/** Finds a payment; the event of a refund may arrive before the event of its payment. */
async function paymentOf(
  stripeClient: StripeClient,
  account: string,
  intent: string | Stripe.PaymentIntent | null,
): Promise<Payment | null> {
  const payment = typeof intent === 'string' ? intent : intent?.id
  if (!payment) return null
  const entry = await cardEntry(stripeClient.store.db, { account, payment })
  if (entry) return entry
  const sessions = await callStripe(
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
