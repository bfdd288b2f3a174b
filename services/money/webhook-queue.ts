import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { StripeClient } from './stripe-client.ts'
import { backoffMs, workOff, openJobs } from '../jobs/index.ts'
import type { Attempt } from '../jobs/index.ts'
import { PaymentError } from './payment-error.ts'
import type { Store } from '../store/index.ts'
import { refreshAccount } from './account.ts'
import { fulfil } from './fulfil.ts'
import { recordDispute, syncRefunds } from './refund.ts'
import { callStripe } from './stripe-sdk.ts'

const choice = {
  which: 'order by job.received_at limit $1',
  returning: 'job.id, job.type, job.account, job.object',
}

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

type StoredEvent = StripeEvent & { id: string }

/** The stored events; one that is handled has no `due_at`. */
export function openEvents(pool: Store['pool']) {
  const jobs = openJobs({ pool }, { name: 'kept.stripe_event', key: ['id'], leaseMs: 60_000 })
  return {
    retry: jobs.retry,
    end: jobs.end,
    /** Stores an event once. Only ids are stored; personal data stays at Stripe (P19). */
    async store({ id, type, account, object }: StoredEvent): Promise<void> {
      await pool.query(
        `insert into kept.stripe_event (id, type, account, object, due_at)
         values ($1, $2, $3, $4, now()) on conflict do nothing`,
        [id, type, account, object],
      )
    },
    take: (limit: number): Promise<(StoredEvent & Attempt)[]> => jobs.take(choice, [limit]),
    async retryAllNow(): Promise<void> {
      await pool.query('update kept.stripe_event set due_at = now() where due_at is not null')
    },
  }
}

type StripeEvent = { type: string; account: string | null; object: string }

/**
 * Reads the event's object again, because events may be late, repeated or out of order (R-PM-6).
 */
async function handleEvent(
  stripeClient: StripeClient,
  { type, account, object }: StripeEvent,
): Promise<void> {
  if (account === null) return
  try {
    if (type.startsWith('checkout.session.'))
      await fulfil(stripeClient, { account, session: object })
    else if (type.startsWith('account.')) await refreshAccount(stripeClient, account)
    else if (type.startsWith('charge.dispute.')) {
      await recordDispute(stripeClient, { account, dispute: object })
    } else if (/^charge\.refund\.|^refund\./.test(type)) {
      const charge = await chargeOf(stripeClient, account, object)
      if (charge) await syncRefunds(stripeClient, { account, charge })
    } else if (type === 'charge.refunded') {
      await syncRefunds(stripeClient, { account, charge: object })
    }
  } catch (error) {
    // Stripe does not know the object in our account; a retry would have the same result.
    if (!(error instanceof PaymentError) || error.code !== 'STRIPE_UNKNOWN') throw error
  }
}

async function chargeOf({ stripe }: StripeClient, account: string, refund: string) {
  const inAccount = { stripeAccount: account }
  const { charge } = await callStripe(stripe.refunds.retrieve(refund, {}, inAccount))
  return typeof charge === 'string' ? charge : charge?.id
}
