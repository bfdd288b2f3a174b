import { z } from 'zod'
import type { StripeClient } from './stripe-client.ts'
import { handleEvent } from './handle-event.ts'
import { claimEvents, retryEventsNow, keepEvent, putBack } from './events.ts'
import type { Claimed } from './events.ts'
import { PaymentError } from './payment-error.ts'

/** Stripe's word, kept before it is answered and dealt with afterwards (R-PM-6). */
export type WebhookQueue = {
  /** keeps an event once */
  take(text: string, signature: string): Promise<Receipt>
  stop(): Promise<void>
}
/** `unsigned`: the signature is not Stripe's, or is too old; `malformed`: it is, over no event */
export type Receipt = 'kept' | 'unsigned' | 'malformed'
type Note = (what: string, error: unknown) => void

const Name = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[\x21-\x7e]+$/)
/** What is kept of an event; objects that have no id are of kinds that nothing is done about. */
const SignedEvent = z.object({
  id: Name,
  type: Name,
  account: Name.nullish(),
  data: z.object({ object: z.object({ id: Name.or(z.literal('')).default('') }) }),
})

const toleranceSeconds = 300
const lookEveryMs = 1_000
const farewellMs = 3_000
const atOnce = 8
const maxPauseSeconds = 3_600

export function openWebhookQueue(stripeClient: StripeClient, note: Note): WebhookQueue {
  const { pool } = stripeClient.store
  const noted = (error: unknown) => note('events of Stripe', error)
  let isEnding = false
  let wake = () => {}

  async function run(): Promise<void> {
    // What was left undone before a restart does not wait for its next turn.
    await retryEventsNow(pool).catch(noted)
    while (!isEnding) {
      const events = (await claimEvents(pool, atOnce).catch(noted)) ?? []
      await Promise.all(events.map(work))
      if (events.length === 0) await pause()
    }
  }

  async function work(event: Claimed): Promise<void> {
    const { id, type, attempts } = event
    const inSeconds = await handleEvent(stripeClient, event).then(
      () => null,
      (error: unknown) => {
        if (!(error instanceof PaymentError)) note(`event ${type}`, error)
        return Math.min(2 ** attempts, maxPauseSeconds)
      },
    )
    await putBack(pool, { id, inSeconds }).catch(noted)
  }

  function pause(): Promise<void> {
    if (isEnding) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, lookEveryMs)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  const running = run()
  return {
    async take(text, signature) {
      if (stripeClient.webhookSecret === '') throw new PaymentError('STRIPE_NOT_CONFIGURED')
      const signed = signedEvent(stripeClient, text, signature)
      if (!signed) return 'unsigned'
      const event = SignedEvent.safeParse(signed.event)
      if (!event.success) {
        // Of what it says nothing may stand in a log line (P19): Stripe has it under its time.
        note(
          'a signed event of Stripe is malformed and was refused',
          new Error(event.error.message),
        )
        return 'malformed'
      }
      const { id, type, account, data } = event.data
      await keepEvent(pool, { id, type, account: account ?? null, object: data.object.id })
      wake()
      return 'kept'
    },
    async stop() {
      isEnding = true
      wake()
      // What Stripe does not answer in time is done by the next (P21).
      let timer: NodeJS.Timeout | undefined
      const farewell = new Promise((resolve) => (timer = setTimeout(resolve, farewellMs)))
      await Promise.race([running, farewell])
      clearTimeout(timer)
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
    // The signature is checked first: what fails later was sent by Stripe all the same.
    const isUnsigned = error instanceof Error && /Signature/.test(error.constructor.name)
    return isUnsigned ? null : { event: null }
  }
}
