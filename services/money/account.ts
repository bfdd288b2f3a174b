import type { Stripe } from 'stripe'
import type { StripeClient } from './stripe-client.ts'
import type { Tx } from './ledger.ts'
import { callStripe } from './stripe-sdk.ts'
import { PaymentError } from './payment-error.ts'

/** URLs to which Stripe redirects the browser; the redirect proves nothing (R-PM-2). */
type ReturnUrls = { returnUrl: string; refreshUrl: string }
type PaymentScope = { scene: number; tournament: number }

/**
 * Creates a link to Stripe's onboarding form for the tournament's account, else its scene's, else a
 * new one. The link works once and only for minutes, so it is never stored (R-PM-1).
 */
export async function onboard(
  stripeClient: StripeClient,
  scope: PaymentScope,
  urls: ReturnUrls,
): Promise<string> {
  const { store, stripe } = stripeClient
  const chosen = await accountOf(store.db, scope)
  const usable = chosen?.disabledReason === gone ? undefined : chosen
  // Computed before the lookup, so that concurrent calls that find no account use the same key.
  const idempotencyKey = await idempotencyKeyOf(store.db, scope.scene)
  const account = usable ?? (await newestOf(store.db, scope.scene)) ?? (await createAccount())
  await setPaymentAccount(store.db, scope.tournament, account.id)
  const link = await callStripe(
    stripe.accountLinks.create({
      account: account.stripeAccountId,
      type: 'account_onboarding',
      return_url: urls.returnUrl,
      refresh_url: urls.refreshUrl,
    }),
  )
  return link.url

  /** Concurrent calls get the same account, because Stripe deduplicates by the key. */
  async function createAccount() {
    const { scene } = scope
    const created = await callStripe(
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
      .values({ scene, stripeAccountId: created.id, ...stateOf(created) })
      .onConflict((conflict) => conflict.column('stripeAccountId').doNothing())
      .execute()
    const row = await newestOf(store.db, scene)
    if (!row) throw new PaymentError('STRIPE_UNKNOWN')
    return row
  }
}

/** The account that receives a tournament's payments, if it belongs to the tournament's scene. */
export function accountOf(db: Tx, { scene, tournament }: PaymentScope) {
  return db
    .selectFrom('kept.paymentAccount')
    .innerJoin('kept.tournament', 'kept.tournament.paymentAccount', 'kept.paymentAccount.id')
    .selectAll('kept.paymentAccount')
    .where('kept.tournament.id', '=', tournament)
    .where('kept.paymentAccount.scene', '=', scene)
    .executeTakeFirst()
}

export async function setPaymentAccount(
  db: Tx,
  tournament: number,
  paymentAccount: number,
): Promise<void> {
  await db
    .updateTable('kept.tournament')
    .set({ paymentAccount })
    .where('id', '=', tournament)
    .execute()
}

/** Reads the state of an account from Stripe and stores it (R-PM-2). */
export async function refreshAccount(
  stripeClient: StripeClient,
  stripeAccountId: string,
): Promise<void> {
  const { store, stripe } = stripeClient
  const set = await callStripe(stripe.accounts.retrieve(stripeAccountId)).then(stateOf, (error) => {
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

function stateOf(account: Stripe.Account) {
  const { details_submitted: detailsSubmitted, charges_enabled: chargesEnabled } = account
  const disabledReason = account.requirements?.disabled_reason ?? null
  return { detailsSubmitted, chargesEnabled, disabledReason }
}

/** The scene's newest account that is still connected. */
function newestOf(db: Tx, scene: number) {
  return db
    .selectFrom('kept.paymentAccount')
    .selectAll()
    .where('scene', '=', scene)
    .where((eb) => eb.or([eb('disabledReason', 'is', null), eb('disabledReason', '!=', gone)]))
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

/** The key has the scene's creation time, because another database may have the same scene id. */
async function idempotencyKeyOf(db: Tx, scene: number): Promise<string> {
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
