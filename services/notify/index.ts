// Notifies people and programs outside: one outbox with retries, and a folder for each channel. It
// works in the background.
import { pause } from '../log/index.ts'
import type { Log } from '../log/index.ts'
import type { States } from '../states/index.ts'
import type { Encryption, Store } from '../store/index.ts'
import type { Channel } from './outbox/channel.ts'
import { followLog } from './outbox/enqueue-notifications.ts'
import { openOutbox, openDeliveryQueue } from './outbox/deliveries.ts'
import { startSender, defaultTimes } from './outbox/send-due.ts'
import type { Times } from './outbox/send-due.ts'
import { followEstimates } from './notification/enqueue-delays.ts'

export { checkpointOf } from './outbox/deliveries.ts'
export type { Channel, Delivery, Outcome } from './outbox/channel.ts'
export {
  changeSubscription,
  openAddress,
  sendAgain,
  subscribe,
  sendNow,
} from './outbox/subscriptions.ts'
export { storePublishedStarts } from './notification/enqueue-delays.ts'
export { startsOf } from './notification/delay.ts'
export { chatTest, chats } from './chat.ts'
export type { ChatAddress, ChatOptions } from './chat.ts'
export { webhookTest } from './webhook/channel.ts'
export { webhookSecret } from './webhook/sign.ts'
export type { WebhookAddress, WebhookOptions } from './webhook/channel.ts'

type NotifyOptions = {
  log: Log
  states: States
  store: Store
  encryption: Encryption | null
  channels: Channel[]
  /** timeouts and retry delays; the defaults suit real receivers */
  times?: Partial<Times>
  logError?: (message: string, error: unknown) => void
}
type Notify = {
  /** stops; sends in progress get a short time to finish (P21) */
  stop(): Promise<void>
}

const retryMs = 1_000
const drainTimeoutMs = 2_500

export function startNotify(options: NotifyOptions): Notify {
  const { log, states, store, encryption, logError = () => {} } = options
  const channels = new Map(options.channels.map((channel) => [channel.name, channel]))
  const ending = new AbortController()
  const leaving = new AbortController()
  const times = { ...defaultTimes, ...options.times }
  const outbox = { ...openOutbox(store), ...openDeliveryQueue(store, encryption, times.leaseMs) }
  const signal = ending.signal
  const sender = startSender({ store, outbox, channels, times, leaving: leaving.signal, logError })
  const { wake } = sender
  const { restMs, estimatesMs: everyMs } = times

  async function repeat(follow: () => Promise<void>): Promise<void> {
    while (!signal.aborted) {
      await follow().catch((error: unknown) => logError('what is to be told outside', error))
      await pause(retryMs, signal)
    }
  }

  const tasks = [
    ...log.pairs.map((pair) =>
      repeat(() => followLog({ pair, states, outbox, channels, signal, restMs, wake })),
    ),
    repeat(() => followEstimates({ store, states, channels, signal, everyMs, wake })),
  ]
  return {
    async stop() {
      ending.abort()
      const timer = setTimeout(() => leaving.abort(), drainTimeoutMs)
      await Promise.all([...tasks, sender.stop()])
      clearTimeout(timer)
    },
  }
}
