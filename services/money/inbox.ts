import type { Cashier } from './cashier.ts'
import { deal } from './deal.ts'
import { claimEvents, hurryEvents, keepEvent, putBack } from './events.ts'
import type { Claimed } from './events.ts'
import { Trouble } from './trouble.ts'

/** Stripe's word, kept before it is answered and dealt with afterwards (R-PM-6). */
export type Inbox = {
  /** keeps an event once; false: its signature is not Stripe's, or is too old */
  take(text: string, signature: string): Promise<boolean>
  stop(): Promise<void>
}
type Note = (what: string, error: unknown) => void

const toleranceSeconds = 300
const lookEveryMs = 1_000
const farewellMs = 3_000
const atOnce = 8
const longestPauseSeconds = 3_600

export function openInbox(cashier: Cashier, note: Note): Inbox {
  const { pool } = cashier.store
  const noted = (error: unknown) => note('events of Stripe', error)
  let isEnding = false
  let wake = () => {}

  async function run(): Promise<void> {
    // What was left undone before a restart does not wait for its next turn.
    await hurryEvents(pool).catch(noted)
    while (!isEnding) {
      const events = (await claimEvents(pool, atOnce).catch(noted)) ?? []
      await Promise.all(events.map(work))
      if (events.length === 0) await pause()
    }
  }

  async function work(event: Claimed): Promise<void> {
    const { id, type, attempts } = event
    const inSeconds = await deal(cashier, event).then(
      () => null,
      (error: unknown) => {
        if (!(error instanceof Trouble)) note(`event ${type}`, error)
        return Math.min(2 ** attempts, longestPauseSeconds)
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
      if (cashier.webhookSecret === '') throw new Trouble('STRIPE_NOT_CONFIGURED')
      const event = signedEvent(cashier, text, signature)
      if (!event) return false
      const { id, type, account = null, data } = event
      const { id: object = '' } = data.object as { id?: string }
      await keepEvent(pool, { id, type, account, object })
      wake()
      return true
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

function signedEvent({ stripe, webhookSecret }: Cashier, text: string, signature: string) {
  try {
    return stripe.webhooks.constructEvent(text, signature, webhookSecret, toleranceSeconds)
  } catch {
    return null
  }
}
