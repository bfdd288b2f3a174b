import type { FastifyRequest } from 'fastify'
import { PaymentError, expectStripeClient } from '../../money/index.ts'
import type { StripeClient } from '../../money/index.ts'
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

/** Work that asks Stripe; refused in words where this server has no keys for it. */
export function atStripe<T>(
  { stripeClient }: Context,
  work: (stripeClient: StripeClient) => Promise<T>,
): Promise<T> {
  return withPaymentErrors((async () => work(expectStripeClient(stripeClient)))())
}

/** Where Stripe sends a browser back to: our address in the world, else where it reached us. */
export function addressOf(
  { publicUrl }: StripeClient,
  { protocol, host }: FastifyRequest,
  path: string,
): string {
  return `${publicUrl ?? `${protocol}://${host}`}${path}`
}
