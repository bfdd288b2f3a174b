import { setTimeout as sleep } from 'node:timers/promises'
import type { CabinetEvent } from '../../events/schema/cabinet-facts.ts'
import { openDedupe } from '../log/dedupe.ts'
import type { Log } from '../log/index.ts'
import { needsPosition, nextBatch } from './batch.ts'
import type { Acknowledge, Waiting } from './batch.ts'
import type { CabinetId } from '../../events/ids.ts'

/**
 * Group commit for one cabinet: one message is on its way to the log at a time, and what arrives
 * meanwhile goes into the next, so an fsync is paid per message and never per event. Only what
 * the log has acknowledged is told (P13); what it has not stays here, in order, and is sent again.
 */
export type GroupCommit = {
  take(event: CabinetEvent, bytes: number, teller?: Acknowledge): void
  /** bytes that wait */
  held(): number
  idle(): Promise<void>
}
type GroupCommitOptions = {
  cabinet: CabinetId
  log: Pick<Log, 'appendFacts'>
  /** the position of the tournaments' log, read anew for a batch that needs it */
  position(fresh: boolean): Promise<number>
  signal: AbortSignal
  retryMs?: { first: number; last: number }
  failed?(error: unknown): void
}

const maxKnown = 20_000

export function openGroupCommit(options: GroupCommitOptions): GroupCommit {
  const dedupe = openDedupe(maxKnown)
  /** oldest first; those on their way to the log are still in it */
  const waiting = new Map<string, Waiting>()
  let held = 0
  let running = false
  let ended = Promise.resolve()

  async function run() {
    running = true
    while (waiting.size > 0) {
      const batch = nextBatch(waiting.values())
      if (!(await store(batch, options))) break
      for (const { event, bytes, tell } of batch) {
        waiting.delete(event.eventID)
        dedupe.add(event.eventID)
        held -= bytes
        for (const [teller, taken] of tell) teller.stored(event.eventID, taken)
      }
    }
    running = false
  }

  return {
    take(event, bytes, teller) {
      if (dedupe.has(event.eventID)) return teller?.stored(event.eventID, bytes)
      const before = waiting.get(event.eventID)
      if (before) {
        if (teller) before.tell.push([teller, bytes])
        return
      }
      waiting.set(event.eventID, { event, bytes, tell: teller ? [[teller, bytes]] : [] })
      held += bytes
      if (!running) ended = run()
    },
    held: () => held,
    idle: async () => {
      while (running) await ended
    },
  }
}

/** True when it is stored; false when told to stop before that. */
async function store(batch: Waiting[], options: GroupCommitOptions): Promise<boolean> {
  const { cabinet, log, signal, failed } = options
  const { first, last } = options.retryMs ?? { first: 100, last: 2_000 }
  let after: number | undefined
  for (let waitMs = first; !signal.aborted; waitMs = Math.min(last, waitMs * 2)) {
    try {
      // Not read again for a second try: the match that was on when this was taken is meant.
      after ??= await options.position(needsPosition(batch))
      await log.appendFacts({ cabinet, after, events: batch.map((one) => one.event) })
      return true
    } catch (error) {
      failed?.(error)
      await sleep(waitMs, undefined, { signal }).catch(() => {})
    }
  }
  return false
}
