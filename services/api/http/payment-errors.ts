import type { FastifyRequest } from 'fastify'
import type { PlayerId, TournamentId } from '#events/ids.ts'
import { PaymentError, closeCheckoutsOf, expectStripeClient, moneyHeld } from '../../money/index.ts'
import type { StripeClient } from '../../money/index.ts'
import { dollarsOf } from '../../money/price.ts'
import { Rejection, tryAgain } from '../../web/index.ts'
import type { Context } from './context.ts'

/** Maps payment errors to HTTP responses. */
export async function withPaymentErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw error instanceof PaymentError ? rejectionOf(error) : error
  }
}

function rejectionOf({ passes, message: detail, code }: PaymentError): Rejection {
  return passes ? tryAgain(detail) : new Rejection(409, { detail, code })
}

/** Runs work that calls Stripe. Refused with a message if this server has no Stripe keys. */
export function withStripe<T>(
  { stripeClient }: Context,
  work: (stripeClient: StripeClient) => Promise<T>,
): Promise<T> {
  return withPaymentErrors((async () => work(expectStripeClient(stripeClient)))())
}

/**
 * Before a player or a whole tournament is removed: closes the players' checkouts, and refuses while
 * money is held, unless forced. A payment under way refuses too, because it may count before.
 */
export async function settleBeforeRemoval(
  context: Context,
  of: { player: PlayerId } | { tournament: TournamentId },
  { players, force }: { players: PlayerId[]; force: boolean },
): Promise<void> {
  await withPaymentErrors(closeCheckoutsOf(context, players, { force }))
  const held = await moneyHeld(context.store.db, of)
  if (held === 0 || force) return
  const [payer, remove] =
    'player' in of
      ? ['This player has', 'remove the player']
      : ['Players of this tournament have', 'delete the tournament']
  const detail = `${payer} paid $${dollarsOf(held)} that was not given back. Give it back first, or ${remove} anyway.`
  throw new Rejection(409, { detail, code: 'MONEY_NOT_RETURNED' })
}

/**
 * The address to which Stripe returns the browser: the public URL, else the host of the request.
 */
export function absoluteUrl(
  { publicUrl }: StripeClient,
  { protocol, host }: FastifyRequest,
  path: string,
): string {
  return `${publicUrl ?? `${protocol}://${host}`}${path}`
}
