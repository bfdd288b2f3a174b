import type { Stripe } from 'stripe'
import { addLedgerEntry, lockBalance } from './ledger.ts'
import { PaymentError } from './payment-error.ts'
import type { Tx } from './ledger.ts'
import type { StripeClient } from './stripe-client.ts'
import { callStripe } from './stripe-sdk.ts'

export type Payment = { tournament: number; player: number; account: string; payment: string }

/** Enters refunds of a payment in their current state, each once, with what they return of the fee. */
export async function enterRefunds(
  stripeClient: StripeClient,
  paid: Payment,
  refunds: Stripe.Refund[],
): Promise<void> {
  const feeBack = await returnedFee(stripeClient, paid, refunds)
  await stripeClient.store.db.transaction().execute(async (tx) => {
    await lockBalance(tx, paid.player)
    for (const refund of refunds) await enterRefund(tx, { paid, refund, feeBack })
  })
}

type Entering = { paid: Payment; refund: Stripe.Refund; feeBack: number | null }

async function enterRefund(tx: Tx, { paid, refund, feeBack }: Entering): Promise<void> {
  const { tournament, player, account, payment } = paid
  const { id, amount, status } = refund
  const person = Number(refund.metadata?.['person']) || null
  const common = { tournament, player, account, payment, person, kind: 'refund' } as const
  if (status === 'requires_action') return
  const feeLeft = async () => (feeBack === null ? 0 : -feeBack - (await enteredFeeBack(tx, paid)))
  const fee = await feeLeft()
  await addLedgerEntry(tx, { ...common, cents: -amount, covers: -amount, fee, providerObject: id })
  if (!hasFailed(refund)) return
  await addLedgerEntry(tx, {
    ...common,
    cents: amount,
    covers: amount,
    fee: await feeLeft(),
    providerObject: `${id} ${status}`,
  })
}

/**
 * What Stripe has returned of the application fee of a payment, in cents. Stripe decides the
 * proportion, and does not say to which refund it belongs: the sum is what counts. Null if it
 * is not known.
 */
async function returnedFee(
  { store, stripe }: StripeClient,
  { account, payment }: Payment,
  refunds: Stripe.Refund[],
): Promise<number | null> {
  const paid = await store.db
    .selectFrom('kept.ledger')
    .select('fee')
    .where('kind', '=', 'card')
    .where('account', '=', account)
    .where('payment', '=', payment)
    .executeTakeFirst()
  const charges = refunds.map(({ charge }) => (typeof charge === 'string' ? charge : charge?.id))
  const charge = charges.find((id) => id !== undefined)
  if (!paid || paid.fee === 0 || charge === undefined) return null
  // The fee belongs to the platform, not to the connected account.
  const fees = await callStripe(stripe.applicationFees.list({ charge, limit: 1 })).catch(noFees)
  return fees.data[0]?.amount_refunded ?? null
}

/** A restricted key need not be allowed to read fees; refunds are entered nevertheless. */
function noFees(error: unknown): { data: Stripe.ApplicationFee[] } {
  const isHidden = error instanceof PaymentError && error.code !== 'STRIPE_AWAY'
  if (isHidden) return { data: [] }
  throw error
}

/** Negative or 0. */
async function enteredFeeBack(tx: Tx, { account, payment }: Payment): Promise<number> {
  const { sum } = await tx
    .selectFrom('kept.ledger')
    .select((eb) => eb.fn.sum<number | null>('fee').as('sum'))
    .where('kind', '=', 'refund')
    .where('account', '=', account)
    .where('payment', '=', payment)
    .executeTakeFirstOrThrow()
  return sum ?? 0
}

/** Enters all refunds of a payment, and returns what is left of it in cents. */
export async function enterRefundsOf(stripeClient: StripeClient, paid: Payment): Promise<number> {
  const { store, stripe } = stripeClient
  const { account, payment } = paid
  const refunds = await callStripe(
    stripe.refunds
      .list({ payment_intent: payment, limit: 100 }, { stripeAccount: account })
      .autoPagingToArray({ limit: 1_000 }),
  )
  await enterRefunds(stripeClient, paid, refunds)
  const { sum } = await store.db
    .selectFrom('kept.ledger')
    .select((eb) => eb.fn.sum<number | null>('cents').as('sum'))
    .where('account', '=', account)
    .where('payment', '=', payment)
    .executeTakeFirstOrThrow()
  return sum ?? 0
}

/** The money of such a refund is with the organiser. */
export function hasFailed({ status }: Stripe.Refund): boolean {
  return status === 'failed' || status === 'canceled'
}
