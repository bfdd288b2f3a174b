import type { CabinetEvent } from '#events/schema/cabinet-facts.ts'
import { pause } from '../log/index.ts'
import type { Log } from '../log/index.ts'
import { needsPosition, nextBatch } from './batch.ts'
import type { Acknowledge, PendingEvent } from './batch.ts'
import { openTokenBucket } from './rate.ts'
import type { RateLimit, TokenBucket } from './rate.ts'
import type { CabinetId } from '#events/ids.ts'
import { openDedupe } from '../log/dedupe.ts'

const maxRemembered = 20_000

/** Group commit and rate limit for each cabinet, shared by all sockets that send its events. */
export type CabinetWriters = {
  take(cabinet: CabinetId, event: CabinetEvent, bytes: number, sender?: Acknowledge): void
  /** milliseconds the sender has to wait after this event */
  waitMs(cabinet: CabinetId): number
  held(cabinet: CabinetId): number
  idle(): Promise<void>
  forgetUnused(): void
}
type Options = {
  log: Pick<Log, 'appendFacts' | 'pairOfCabinet'>
  signal: AbortSignal
  rateLimit: RateLimit
  onError?(error: unknown): void
  now?: () => number
}

const unusedMs = 10 * 60_000

export function openCabinetWriters({
  log,
  signal,
  rateLimit,
  onError,
  now = () => performance.now(),
}: Options): CabinetWriters {
  const writers = new Map<number, { groupCommit: GroupCommit; rate: TokenBucket; usedAt: number }>()
  /** last known end of the commits, by pair of streams */
  const last = new Map<number, number>()

  async function position(cabinet: CabinetId, fresh: boolean): Promise<number> {
    const { index, tail } = await log.pairOfCabinet(cabinet)
    const before = last.get(index) ?? 0
    if (!fresh) return before
    const after = Math.max(before, await tail(), last.get(index) ?? 0)
    last.set(index, after)
    return after
  }

  function of(cabinet: CabinetId) {
    let writer = writers.get(cabinet)
    if (!writer) {
      const groupCommit = openGroupCommit({
        cabinet,
        log,
        position: (fresh) => position(cabinet, fresh),
        signal,
        onError,
      })
      writer = { groupCommit, rate: openTokenBucket(rateLimit, now), usedAt: 0 }
      writers.set(cabinet, writer)
    }
    writer.usedAt = now()
    return writer
  }

  return {
    take: (cabinet, event, bytes, sender) => of(cabinet).groupCommit.take(event, bytes, sender),
    waitMs: (cabinet) => of(cabinet).rate.take(),
    held: (cabinet) => writers.get(cabinet)?.groupCommit.held() ?? 0,
    idle: async () => {
      await Promise.all([...writers.values()].map(({ groupCommit }) => groupCommit.idle()))
    },
    forgetUnused() {
      for (const [cabinet, { groupCommit, usedAt }] of writers) {
        if (groupCommit.held() === 0 && now() - usedAt > unusedMs) writers.delete(cabinet)
      }
    },
  }
}

/**
 * Group commit for one cabinet: one message is written to the log at a time, and events that arrive
 * in the meantime go into the next, so that an fsync is needed per message, not per event. Events
 * are acknowledged only after the log has stored them (P13); others wait here, in order, for a
 * retry.
 */
type GroupCommit = {
  take(event: CabinetEvent, bytes: number, sender?: Acknowledge): void
  /** bytes waiting to be stored */
  held(): number
  idle(): Promise<void>
}

type GroupCommitOptions = {
  cabinet: CabinetId
  log: Pick<Log, 'appendFacts'>
  /** the position of the tournaments' log; `fresh` reads it again */
  position(fresh: boolean): Promise<number>
  signal: AbortSignal
  retryMs?: { first: number; last: number }
  onError?(error: unknown): void
}

export function openGroupCommit(options: GroupCommitOptions): GroupCommit {
  const dedupe = openDedupe(maxRemembered)
  /** oldest first, including the events being written */
  const waiting = new Map<string, PendingEvent>()
  let held = 0
  let running = false
  let ended = Promise.resolve()

  async function run() {
    running = true
    while (waiting.size > 0) {
      const batch = nextBatch(waiting.values())
      if (!(await store(batch, options))) break
      for (const { event, bytes, senders } of batch) {
        waiting.delete(event.eventID)
        dedupe.add(event.eventID)
        held -= bytes
        for (const [sender, size] of senders) sender.stored(event.eventID, size)
      }
    }
    running = false
  }

  return {
    take(event, bytes, sender) {
      if (dedupe.has(event.eventID)) return sender?.stored(event.eventID, bytes)
      const before = waiting.get(event.eventID)
      if (before) {
        if (sender) before.senders.push([sender, bytes])
        return
      }
      waiting.set(event.eventID, { event, bytes, senders: sender ? [[sender, bytes]] : [] })
      held += bytes
      if (!running) ended = run()
    },
    held: () => held,
    idle: async () => {
      while (running) await ended
    },
  }
}

/** Returns true when the batch is stored, false if aborted before that. */
async function store(batch: PendingEvent[], options: GroupCommitOptions): Promise<boolean> {
  const { cabinet, log, signal, onError } = options
  const { first, last } = options.retryMs ?? { first: 100, last: 2_000 }
  let after: number | undefined
  for (let waitMs = first; !signal.aborted; waitMs = Math.min(last, waitMs * 2)) {
    try {
      // A retry keeps the position, which identifies the match at the time of the event.
      after ??= await options.position(needsPosition(batch))
      await log.appendFacts({ cabinet, after, events: batch.map((item) => item.event) })
      return true
    } catch (error) {
      onError?.(error)
      await pause(waitMs, signal)
    }
  }
  return false
}
