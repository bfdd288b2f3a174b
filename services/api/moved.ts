import type { FastifyRequest } from 'fastify'
import { Trouble, expectCashier } from '../money/index.ts'
import type { Cashier } from '../money/index.ts'
import { Rejection, tryAgain } from '../web/index.ts'
import type { Context } from './context.ts'

/** Why money did not move, as an answer. */
export async function moved<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw error instanceof Trouble ? rejectionOf(error) : error
  }
}

function rejectionOf({ passes, message: detail, code }: Trouble): Rejection {
  return passes ? tryAgain(detail) : new Rejection(409, { detail, code })
}

/** Work that asks Stripe; refused in words where this server has no keys for it. */
export function atStripe<T>(
  { cashier }: Context,
  work: (cashier: Cashier) => Promise<T>,
): Promise<T> {
  return moved((async () => work(expectCashier(cashier)))())
}

/** Where Stripe sends a browser back to: our address in the world, else where it reached us. */
export function addressOf(
  { publicUrl }: Cashier,
  { protocol, host }: FastifyRequest,
  path: string,
): string {
  return `${publicUrl ?? `${protocol}://${host}`}${path}`
}
