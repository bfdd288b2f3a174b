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

/** Runs work that calls Stripe. Refused with a message if this server has no Stripe keys. */
export function withStripe<T>(
  { stripeClient }: Context,
  work: (stripeClient: StripeClient) => Promise<T>,
): Promise<T> {
  return withPaymentErrors((async () => work(expectStripeClient(stripeClient)))())
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
