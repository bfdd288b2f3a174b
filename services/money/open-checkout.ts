import type { Store } from '../store/index.ts'

type Db = Store['db']
/** A checkout that may still be paid. */
export type OpenCheckout = {
  id: number
  session: string | null
  account: string
  state: 'open' | 'waiting' | 'paid' | 'failed' | 'expired'
}

/** Ends a transaction that has to wait until this checkout is closed. */
export class CheckoutOpen extends Error {
  override readonly name = 'CheckoutOpen'
  readonly checkout: OpenCheckout

  constructor(checkout: OpenCheckout) {
    super(`checkout ${checkout.id} is open`)
    this.checkout = checkout
  }
}

/**
 * Throws `CheckoutOpen` if the player could still pay by card. Called with the balance locked, in
 * the work of `withoutOpenCheckout`.
 */
export async function expectNoOpenCheckout(tx: Db, player: number): Promise<void> {
  const [checkout] = await openCheckoutsOf(tx, [player])
  if (checkout) throw new CheckoutOpen(checkout)
}

/** The checkouts of these players that may still be paid. */
export async function openCheckoutsOf(db: Db, players: readonly number[]): Promise<OpenCheckout[]> {
  if (players.length === 0) return []
  return db
    .selectFrom('kept.checkout')
    .select(['id', 'session', 'account', 'state'])
    .where('player', 'in', players)
    .where('state', 'in', ['open', 'waiting'])
    .orderBy('id')
    .execute()
}
