import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { StripeClient } from './stripe-client.ts'
import { handleEvent } from './handle-event.ts'
import { backoffMs, workOff } from '../jobs/index.ts'
import type { Attempt } from '../jobs/index.ts'
import { openEvents } from './events.ts'
import type { StoredEvent } from './events.ts'
import { PaymentError } from './payment-error.ts'

/** Stores Stripe's events before the response, and handles them afterwards (R-PM-6). */
export type WebhookQueue = {
  /** verifies and stores an event, once */
  take(text: string, signature: string): Promise<Receipt>
  stop(): Promise<void>
}
/**
 * `unsigned`: signature invalid or too old; `malformed`: correctly signed, but not a valid event
 */
export type Receipt = 'kept' | 'unsigned' | 'malformed'
type LogError = (message: string, error: unknown) => void

const Name = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[\x21-\x7e]+$/)
/** The stored part of an event; events whose object has no id are ignored when handled. */
const SignedEvent = z.object({
  id: Name,
  type: Name,
  account: Name.nullish(),
  data: z.object({ object: z.object({ id: Name.or(z.literal('')).default('') }) }),
})

const toleranceSeconds = 300
const maxPauseMs = 3_600_000
const drainTimeoutMs = 3_000
const maxAtOnce = 8

export function openWebhookQueue(stripeClient: StripeClient, logError: LogError): WebhookQueue {
  const events = openEvents(stripeClient.store.pool)
  const logFailure = (error: unknown) => logError('events of Stripe', error)
  // Events left over from before a restart are retried immediately.
  const retried = events.retryAllNow().catch(logFailure)

  async function take(running: number) {
    await retried
    return running < maxAtOnce ? events.take(maxAtOnce - running) : []
  }

  async function work(event: StoredEvent & Attempt): Promise<unknown> {
    try {
      await handleEvent(stripeClient, event)
    } catch (error) {
      if (!(error instanceof PaymentError)) logError(`event ${event.type}`, error)
      return events.retry(event, backoffMs(event.attempts, { mostMs: maxPauseMs }))
    }
    return events.end(event)
  }

  const worker = workOff({ take, work, logError: logFailure })
  return {
    async take(text, signature) {
      if (stripeClient.webhookSecret === '') throw new PaymentError('STRIPE_NOT_CONFIGURED')
      const signed = signedEvent(stripeClient, text, signature)
      if (!signed) return 'unsigned'
      const event = SignedEvent.safeParse(signed.event)
      if (!event.success) {
        // The content must not be logged (P19); it can be found at Stripe by its time.
        logError(
          'a signed event of Stripe is malformed and was refused',
          new Error(event.error.message),
        )
        return 'malformed'
      }
      const { id, type, account, data } = event.data
      await events.store({ id, type, account: account ?? null, object: data.object.id })
      worker.wake()
      return 'kept'
    },
    async stop() {
      // An event that is not finished in time is handled by the next process (P21).
      await Promise.race([worker.stop(), sleep(drainTimeoutMs, undefined, { ref: false })])
    },
  }
}

function signedEvent({ stripe, webhookSecret }: StripeClient, text: string, signature: string) {
  try {
    const event: unknown = stripe.webhooks.constructEvent(
      text,
      signature,
      webhookSecret,
      toleranceSeconds,
    )
    return { event }
  } catch (error) {
    // The signature is checked first, so any other error means that Stripe sent it.
    const isUnsigned = error instanceof Error && /Signature/.test(error.constructor.name)
    return isUnsigned ? null : { event: null }
  }
}
