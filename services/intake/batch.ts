import { markedEvents } from '../api/schema/match/history.ts'
import type { CabinetEvent } from '#events/schema/cabinet-facts.ts'

/** An event that waits to be stored, and the senders to acknowledge. */
export type PendingEvent = {
  event: CabinetEvent
  bytes: number
  senders: [Acknowledge, bytes: number][]
}
export type Acknowledge = { stored(eventID: string, bytes: number): void }

const maxEvents = 200
/** A message of the log may have up to 1 MiB. */
const maxBytes = 512 * 1024

/**
 * The events of the next log message, oldest first, up to the limits. A game's integer id is the
 * position of the message with its gamestart, so a message contains at most one gamestart.
 */
export function nextBatch(waiting: Iterable<PendingEvent>): PendingEvent[] {
  const batch: PendingEvent[] = []
  let bytes = 0
  let starts = 0
  for (const item of waiting) {
    bytes += item.bytes
    if (item.event.type === 'gamestart') starts++
    if (batch.length > 0 && (bytes > maxBytes || starts > 1)) break
    batch.push(item)
    if (batch.length === maxEvents) break
  }
  return batch
}

const placed: ReadonlySet<string> = new Set(markedEvents)

/**
 * Whether the batch must record the end of the tournaments' log: a gamestart belongs to the match on
 * the cabinet there, and the timeline shows these events between the right steps.
 */
export function needsPosition(batch: PendingEvent[]): boolean {
  return batch.some(({ event }) => placed.has(event.type))
}
