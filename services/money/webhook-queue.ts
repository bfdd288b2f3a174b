import { pauseAfterMs } from '../../events/backoff.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { StripeClient } from './stripe-client.ts'
import { handleEvent } from './handle-event.ts'
import { claimEvents, maxPauseSeconds, retryEventsNow, storeEvent, reschedule } from './events.ts'
import type { ClaimedEvent } from './events.ts'
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
const pollMs = 1_000
const drainTimeoutMs = 3_000
const batchSize = 8

export function openWebhookQueue(stripeClient: StripeClient, logError: LogError): WebhookQueue {
  const { pool } = stripeClient.store
  const logFailure = (error: unknown) => logError('events of Stripe', error)
  let isEnding = false
  let idle = new AbortController()

  async function run(): Promise<void> {
    // Events left over from before a restart are retried immediately.
    await retryEventsNow(pool).catch(logFailure)
    while (!isEnding) {
      const events = (await claimEvents(pool, batchSize).catch(logFailure)) ?? []
      await Promise.all(events.map(work))
      if (events.length === 0) await pause()
    }
  }

  async function work(event: ClaimedEvent): Promise<void> {
    const { id, type, attempts } = event
    const inSeconds = await handleEvent(stripeClient, event).then(
      () => null,
      (error: unknown) => {
        if (!(error instanceof PaymentError)) logError(`event ${type}`, error)
        return pauseAfterMs(attempts, { firstMs: 2_000, mostMs: maxPauseSeconds * 1_000 }) / 1_000
      },
    )
    await reschedule(pool, { id, inSeconds }).catch(logFailure)
  }

  async function pause(): Promise<void> {
    await sleep(pollMs, undefined, { signal: idle.signal }).catch(() => {})
    idle = new AbortController()
  }

  const running = run()
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
      await storeEvent(pool, { id, type, account: account ?? null, object: data.object.id })
      idle.abort()
      return 'kept'
    },
    async stop() {
      isEnding = true
      idle.abort()
      // An event that is not finished in time is handled by the next process (P21).
      await Promise.race([running, sleep(drainTimeoutMs, undefined, { ref: false })])
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
