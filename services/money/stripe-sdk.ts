import { Stripe } from 'stripe'
import { expectNoTransaction } from '../store/index.ts'
import { PaymentError } from './payment-error.ts'

/** Settings for the connection to Stripe. */
export type StripeKeys = {
  secretKey: string
  /** secret of the webhook signatures; if empty, events are refused */
  webhookSecret: string
  /** for example `https://api.stripe.com` */
  url: string
  /** our public URL; null uses the URL of the current request */
  publicUrl?: string | null
}

/** Reads the settings from the environment; null if this server accepts no cards. */
export function stripeFrom(env: NodeJS.ProcessEnv = process.env): StripeKeys | null {
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_URL, PUBLIC_URL } = env
  if (!STRIPE_SECRET_KEY) return null
  return {
    secretKey: STRIPE_SECRET_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET ?? '',
    url: STRIPE_URL || 'https://api.stripe.com',
    publicUrl: PUBLIC_URL?.replace(/\/+$/, '') || null,
  }
}

const timeoutMs = 8_000

export function openStripe({ secretKey, url }: StripeKeys): Stripe {
  const { protocol, hostname: host, port } = new URL(url)
  return new Stripe(secretKey, {
    host,
    port: port || (protocol === 'http:' ? 80 : 443),
    protocol: protocol === 'http:' ? 'http' : 'https',
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
  })
}

/** Converts an error of Stripe to a `PaymentError`, which has no data of the request (P19). */
export async function callStripe<T>(answer: Promise<T>): Promise<T> {
  expectNoTransaction('callStripe')
  try {
    return await answer
  } catch (error) {
    throw error instanceof Stripe.errors.StripeError ? paymentErrorOf(error) : error
  }
}

function paymentErrorOf({
  type,
  statusCode = 0,
  code,
}: InstanceType<typeof Stripe.errors.StripeError>) {
  const isTemporary = type === 'StripeConnectionError' || [0, 409, 429].includes(statusCode)
  if (isTemporary || statusCode >= 500) return new PaymentError('STRIPE_AWAY')
  if (statusCode === 401) return new PaymentError('STRIPE_KEY_REFUSED')
  if (statusCode === 403 || statusCode === 404) return new PaymentError('STRIPE_UNKNOWN')
  if (code === 'amount_too_small') return new PaymentError('AMOUNT_TOO_SMALL')
  if (code === 'charge_disputed') return new PaymentError('PAYMENT_DISPUTED')
  return new PaymentError('STRIPE_REFUSED')
}
