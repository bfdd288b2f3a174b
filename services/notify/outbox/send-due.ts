import { backoffMs, workOff } from '../../jobs/index.ts'
import type { Store } from '../../store/index.ts'
import type { Channel, Outcome } from './channel.ts'
import type { Outbox, LeasedDelivery } from './deliveries.ts'
import { noAnswer } from './http-outcome.ts'
import { openPlaces } from './places.ts'
import { endSubscription } from '../../store/index.ts'

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
  /** aborts open requests */
  leaving: AbortSignal
  logError(message: string, error: unknown): void
}

/** Sends due deliveries, several at once; several processes may run senders. */
export function startSender(options: SenderOptions) {
  const { outbox, channels, times } = options
  const names = [...channels.keys()]
  const places = openPlaces(times.firstPauseMs)
  const logError = (error: unknown) => options.logError('what is told outside', error)

  async function take(): Promise<LeasedDelivery[]> {
    const room = places.room()
    return room.total > 0 ? outbox.take(names, room) : []
  }

  /** Sends a delivery in its place, which it leaves even if the outcome cannot be stored. */
  async function work(delivery: LeasedDelivery): Promise<void> {
    const channel = channels.get(delivery.subscription.channel)!
    let hasAnswered: boolean | null = null
    places.begin(delivery.lane)
    try {
      await sendOne(options, { channel, delivery, onAnswer: (is) => (hasAnswered = is) })
    } finally {
      places.end(delivery.lane, hasAnswered)
    }
  }

  return workOff({ take, work, logError })
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
): Promise<unknown> {
  const { id, ageMs, hasEnded, subscription } = delivery
  if (hasEnded) return endSubscription(store, subscription.id)
  if (subscription.address === null) {
    return outbox.end(delivery, 'refused', 'its address cannot be read with the key of this server')
  }
  const endOutdated = async (reason: string) => {
    await outbox.end(delivery, 'outdated', reason)
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
      return outbox.end(delivery, 'sent')
    case 'gone':
      return endSubscription(store, subscription.id)
    case 'outdated':
      return endOutdated(outcome.reason)
    case 'refused':
      return outbox.end(delivery, 'refused', outcome.reason)
    case 'retry': {
      const { reason, afterMs: askedMs } = outcome
      // At shutdown: sent again after the restart.
      if (leaving.aborted) return outbox.retry(delivery, 0, { reason })
      if (ageMs >= channel.expiresAfterMs) return outbox.end(delivery, 'expired', reason)
      const { firstPauseMs: firstMs } = times
      const delayMs = backoffMs(delivery.attempts, { firstMs, mostMs: maxPauseMs, askedMs })
      return outbox.retry(delivery, delayMs, { reason })
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
