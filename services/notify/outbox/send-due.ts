import type { Store } from '../../store/index.ts'
import type { Channel, Outcome } from './channel.ts'
import type { Outbox, Taken } from './deliveries.ts'
import { endSubscription } from './subscriptions.ts'

const pollMs = 1_000
const maxAtOnce = 32
const maxPauseMs = 5 * 60_000

/** `timeoutMs` is shorter than the lease of a delivery: whoever holds one for longer has died. */
export type Times = {
  timeoutMs: number
  firstPauseMs: number
  leaseMs: number
  /** what comes meanwhile is worked on together: one question who is to be told, not one a commit */
  restMs: { some: number; nobody: number }
  /** how often it is asked whether start times were published anew */
  estimatesMs: number
}
export const ownTimes: Times = {
  timeoutMs: 10_000,
  firstPauseMs: 2_000,
  leaseMs: 30_000,
  restMs: { some: 1_000, nobody: 3_000 },
  estimatesMs: 5_000,
}

type SenderOptions = {
  store: Store
  outbox: Outbox
  channels: ReadonlyMap<string, Channel>
  times: Times
  /** take nothing more */
  ending: AbortSignal
  /** wait for no answer any more */
  leaving: AbortSignal
  note(what: string, error: unknown): void
}

/** The wait after so many attempts, or as long as the other side asks for. */
function pauseAfter(attempts: number, firstPauseMs: number, askedMs = 0): number {
  const own = firstPauseMs * 2 ** Math.min(attempts - 1, 20)
  return Math.max(askedMs, Math.min(own, maxPauseMs))
}

/** Takes what is due and sends it; any number of them run at once, here and in other processes. */
export function openSender(options: SenderOptions) {
  const { outbox, channels, ending, note } = options
  const names = [...channels.keys()]
  const sending = new Set<Promise<void>>()
  let endPause = () => {}
  let isWoken = false

  function wake(): void {
    isWoken = true
    endPause()
  }

  /** One that is slow holds up nobody else. */
  async function takeDue(): Promise<void> {
    const free = maxAtOnce - sending.size
    for (const delivery of free > 0 ? await outbox.take(names, free) : []) {
      const channel = channels.get(delivery.subscription.channel)
      if (!channel) continue
      const sent = sendOne(options, channel, delivery)
        .catch((error: unknown) => note('what is told outside', error))
        .finally(() => {
          sending.delete(sent)
          wake()
        })
      sending.add(sent)
    }
  }

  async function pause(): Promise<void> {
    if (isWoken || ending.aborted) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pollMs)
      endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  return {
    wake,
    async run(): Promise<void> {
      while (!ending.aborted) {
        isWoken = false
        await takeDue().catch((error: unknown) => note('what is told outside', error))
        await pause()
      }
      await Promise.all(sending)
    },
  }
}

async function sendOne(
  { store, outbox, times, leaving, note }: SenderOptions,
  channel: Channel,
  delivery: Taken,
): Promise<void> {
  const { id, attempts, ageMs, hasEnded, subscription } = delivery
  if (hasEnded) return endSubscription(store, subscription.id)
  if (subscription.address === null) {
    return outbox.end(id, 'refused', 'its address cannot be read with the key of this server')
  }
  const endOutdated = async (reason: string) => {
    await outbox.end(id, 'outdated', reason)
    // What came about again before that was noted found it pending still.
    if ((await channel.outdated?.(delivery)) === null) await outbox.reopen(id)
  }
  const outdated = await channel.outdated?.(delivery)
  if (outdated) return endOutdated(outdated)
  const signal = AbortSignal.any([AbortSignal.timeout(times.timeoutMs), leaving])
  const sending = Promise.race([channel.send(delivery, signal), whenAborted(signal)])
  const outcome = await sending.catch((error: unknown): Outcome => {
    if (!signal.aborted) note(`sending by ${channel.name}`, error)
    return { is: 'retry', reason: signal.aborted ? 'no answer in time' : 'it failed' }
  })
  switch (outcome.is) {
    case 'sent':
      return outbox.end(id, 'sent')
    case 'gone':
      return endSubscription(store, subscription.id)
    case 'outdated':
      return endOutdated(outcome.reason)
    case 'refused':
      return outbox.end(id, 'refused', outcome.reason)
    case 'retry': {
      // Sent again after the restart.
      if (leaving.aborted) return outbox.retry(delivery, outcome.reason, 0)
      const { reason, afterMs } = outcome
      if (ageMs >= channel.expiresAfterMs) return outbox.end(id, 'expired', reason)
      return outbox.retry(delivery, reason, pauseAfter(attempts, times.firstPauseMs, afterMs))
    }
  }
}

/** Rejects when the signal is aborted, and never resolves. */
export function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const abort = () => reject(new Error('no answer in time'))
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
  })
}
