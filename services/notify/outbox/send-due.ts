import { pauseAfterMs } from '../../../events/backoff.ts'
import { openPause } from '../../log/index.ts'
import type { Store } from '../../store/index.ts'
import type { Channel, Outcome } from './channel.ts'
import type { Outbox, LeasedDelivery } from './deliveries.ts'
import { noAnswer } from './http-outcome.ts'
import { openPlaces } from './places.ts'
import { endSubscription } from '../../store/index.ts'

const pollMs = 1_000
const maxPauseMs = 5 * 60_000

/**
 * `timeoutMs` is shorter than `leaseMs`, so that an expired lease means that its sender has died.
 */
export type Times = {
  timeoutMs: number
  firstPauseMs: number
  leaseMs: number
  /** pause between batches, so that one query for subscribers serves several commits */
  restMs: { some: number; nobody: number }
  /** interval for checking published start times */
  estimatesMs: number
}
export const defaultTimes: Times = {
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
  /** stops taking deliveries */
  ending: AbortSignal
  /** aborts open requests */
  leaving: AbortSignal
  logError(message: string, error: unknown): void
}

/** The backoff after this many attempts, or longer if the receiver requests it. */
function pauseAfter(attempts: number, firstPauseMs: number, retryAfterMs: number | null): number {
  const backoffMs = pauseAfterMs(attempts, { firstMs: firstPauseMs, mostMs: maxPauseMs })
  return Math.max(retryAfterMs ?? 0, backoffMs)
}

/** Sends due deliveries, several at once; several processes may run senders. */
export function openSender(options: SenderOptions) {
  const { outbox, channels, ending, logError } = options
  const names = [...channels.keys()]
  const sending = new Set<Promise<void>>()
  const places = openPlaces(options.times.firstPauseMs)
  const { wake, wait } = openPause()

  /** Sends a delivery in its place, which it leaves even if the outcome cannot be stored. */
  async function sendInPlace(channel: Channel, delivery: LeasedDelivery): Promise<void> {
    let hasAnswered: boolean | null = null
    places.begin(delivery.lane)
    try {
      await sendOne(options, { channel, delivery, onAnswer: (is) => (hasAnswered = is) })
    } catch (error) {
      logError('what is told outside', error)
    } finally {
      places.end(delivery.lane, hasAnswered)
    }
  }

  /** Starts sending due deliveries; a slow one does not delay the others. */
  async function takeDue(): Promise<void> {
    const room = places.room()
    for (const delivery of room.total > 0 ? await outbox.take(names, room) : []) {
      const channel = channels.get(delivery.subscription.channel)
      if (!channel) continue
      const sent = sendInPlace(channel, delivery).finally(() => {
        sending.delete(sent)
        wake()
      })
      sending.add(sent)
    }
  }

  return {
    wake,
    async run(): Promise<void> {
      while (!ending.aborted) {
        await takeDue().catch((error: unknown) => logError('what is told outside', error))
        await wait(pollMs)
      }
      await Promise.all(sending)
    },
  }
}

type Sending = {
  channel: Channel
  delivery: LeasedDelivery
  /** called when it is known whether the receiver answers */
  onAnswer(hasAnswered: boolean): void
}

async function sendOne(
  { store, outbox, times, leaving, logError }: SenderOptions,
  { channel, delivery, onAnswer }: Sending,
): Promise<void> {
  const { id, attempts, ageMs, hasEnded, subscription } = delivery
  if (hasEnded) return endSubscription(store, subscription.id)
  if (subscription.address === null) {
    return outbox.end(id, 'refused', 'its address cannot be read with the key of this server')
  }
  const endOutdated = async (reason: string) => {
    await outbox.end(id, 'outdated', reason)
    // If the notification became true again in the meantime, it was not enqueued, because it was pending.
    if ((await channel.outdated?.(delivery)) === null) await outbox.reopen(id)
  }
  const outdated = await channel.outdated?.(delivery)
  if (outdated) return endOutdated(outdated)
  const signal = AbortSignal.any([AbortSignal.timeout(times.timeoutMs), leaving])
  const sending = Promise.race([channel.send(delivery, signal), rejectOnAbort(signal)])
  const outcome = await sending.catch((error: unknown): Outcome => {
    if (!signal.aborted) logError(`sending by ${channel.name}`, error)
    return { is: 'retry', reason: signal.aborted ? notInTime : 'it failed' }
  })
  if (outcome.is !== 'outdated' && !leaving.aborted) onAnswer(!isSilence(outcome))
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
      // At shutdown: sent again after the restart.
      if (leaving.aborted) return outbox.retry(delivery, outcome.reason, 0)
      const { reason, afterMs = null } = outcome
      if (ageMs >= channel.expiresAfterMs) return outbox.end(id, 'expired', reason)
      return outbox.retry(delivery, reason, pauseAfter(attempts, times.firstPauseMs, afterMs))
    }
  }
}

const notInTime = 'no answer in time'

function isSilence(outcome: Outcome): boolean {
  return outcome.is === 'retry' && (outcome.reason === notInTime || outcome.reason === noAnswer)
}

/** Rejects when the signal is aborted, and never resolves. */
export function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const abort = () => reject(new Error(notInTime))
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
  })
}
