import type { Stripe } from 'stripe'
import type { StripeClient } from './stripe-client.ts'
import type { Tx } from './ledger.ts'
import { answered } from './stripe-sdk.ts'
import { PaymentError } from './payment-error.ts'

/** Where a browser comes back to; that it came back proves nothing (R-PM-2). */
type ReturnUrls = { returnUrl: string; refreshUrl: string }
type PaymentScope = { scene: number; tournament: number }

/**
 * The address where Stripe asks the organiser for what it needs to know, for a tournament's account,
 * else its scene's, else a new one. It opens once and for minutes: it is never kept (R-PM-1).
 */
export async function onboard(
  stripeClient: StripeClient,
  of: PaymentScope,
  back: ReturnUrls,
): Promise<string> {
  const { store, stripe } = stripeClient
  const chosen = await accountOf(store.db, of)
  const usable = chosen?.disabledReason === gone ? undefined : chosen
  // Before the look: whoever finds none then has the key of all who found none.
  const idempotencyKey = await keyOf(store.db, of.scene)
  const account = usable ?? (await newestOf(store.db, of.scene)) ?? (await open())
  await use(store.db, of.tournament, account.id)
  const link = await answered(
    stripe.accountLinks.create({
      account: account.stripeAccountId,
      type: 'account_onboarding',
      return_url: back.returnUrl,
      refresh_url: back.refreshUrl,
    }),
  )
  return link.url

  /** Of two who press at once both get the one that Stripe made under the key. */
  async function open() {
    const { scene } = of
    const made = await answered(
      stripe.accounts.create(
        {
          controller: {
            stripe_dashboard: { type: 'full' },
            fees: { payer: 'account' },
            losses: { payments: 'stripe' },
            requirement_collection: 'stripe',
          },
          metadata: { scene: `${scene}` },
        },
        { idempotencyKey },
      ),
    )
    await store.db
      .insertInto('kept.paymentAccount')
      .values({ scene, stripeAccountId: made.id, ...standing(made) })
      .onConflict((conflict) => conflict.column('stripeAccountId').doNothing())
      .execute()
    const row = await newestOf(store.db, scene)
    if (!row) throw new PaymentError('STRIPE_UNKNOWN')
    return row
  }
}

/** The account a tournament's money goes to, while it is one of its scene. */
export function accountOf(db: Tx, { scene, tournament }: PaymentScope) {
  return db
    .selectFrom('kept.paymentAccount')
    .innerJoin('kept.tournament', 'kept.tournament.paymentAccount', 'kept.paymentAccount.id')
    .selectAll('kept.paymentAccount')
    .where('kept.tournament.id', '=', tournament)
    .where('kept.paymentAccount.scene', '=', scene)
    .executeTakeFirst()
}

export async function use(db: Tx, tournament: number, paymentAccount: number): Promise<void> {
  await db
    .updateTable('kept.tournament')
    .set({ paymentAccount })
    .where('id', '=', tournament)
    .execute()
}

/** Asks Stripe how an account stands and keeps the answer (R-PM-2). */
export async function renewAccount(
  stripeClient: StripeClient,
  stripeAccountId: string,
): Promise<void> {
  const { store, stripe } = stripeClient
  const set = await answered(stripe.accounts.retrieve(stripeAccountId)).then(standing, (error) => {
    if (error instanceof PaymentError && error.code === 'STRIPE_UNKNOWN') return disconnected
    throw error
  })
  await store.db
    .updateTable('kept.paymentAccount')
    .set(set)
    .where('stripeAccountId', '=', stripeAccountId)
    .execute()
}

const gone = 'disconnected'
const disconnected = { detailsSubmitted: false, chargesEnabled: false, disabledReason: gone }

function standing(account: Stripe.Account) {
  const { details_submitted: detailsSubmitted, charges_enabled: chargesEnabled } = account
  const disabledReason = account.requirements?.disabled_reason ?? null
  return { detailsSubmitted, chargesEnabled, disabledReason }
}

/** Of those that are still ours. */
function newestOf(db: Tx, scene: number) {
  return db
    .selectFrom('kept.paymentAccount')
    .selectAll()
    .where('scene', '=', scene)
    .where((eb) => eb.or([eb('disabledReason', 'is', null), eb('disabledReason', '!=', gone)]))
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

/** A scene's number alone would mean another scene in another database. */
async function keyOf(db: Tx, scene: number): Promise<string> {
  const { createdAt } = await db
    .selectFrom('kept.scene')
    .select('createdAt')
    .where('id', '=', scene)
    .executeTakeFirstOrThrow()
  const before = await db
    .selectFrom('kept.paymentAccount')
    .select('id')
    .where('scene', '=', scene)
    .execute()
  return `scene-${scene}-since-${createdAt.getTime()}-after-${before.length}`
}
