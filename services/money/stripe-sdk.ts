import { Stripe } from 'stripe'
import { PaymentError } from './payment-error.ts'

/** With what Stripe is opened. */
export type StripeKeys = {
  secretKey: string
  /** what its events are signed with; empty: none are taken */
  webhookSecret: string
  /** `https://api.stripe.com` */
  url: string
  /** where browsers reach us; null: where they just did */
  publicUrl?: string | null
}

/** As the environment of the service says; null: this server takes no cards. */
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

/** What Stripe answers, or a `PaymentError` that tells nothing of what was sent (P19). */
export async function answered<T>(answer: Promise<T>): Promise<T> {
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
  const passes = type === 'StripeConnectionError' || [0, 409, 429].includes(statusCode)
  if (passes || statusCode >= 500) return new PaymentError('STRIPE_AWAY')
  if (statusCode === 401) return new PaymentError('STRIPE_KEY_REFUSED')
  if (statusCode === 403 || statusCode === 404) return new PaymentError('STRIPE_UNKNOWN')
  if (code === 'amount_too_small') return new PaymentError('AMOUNT_TOO_SMALL')
  return new PaymentError('STRIPE_REFUSED')
}
