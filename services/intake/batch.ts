import type { CabinetEvent } from '../../events/schema/cabinet-facts.ts'

/** An event that waits to be stored, and who is told when it is. */
export type Waiting = { event: CabinetEvent; bytes: number; tell: [Acknowledge, bytes: number][] }
export type Acknowledge = { stored(eventID: string, bytes: number): void }

const maxEvents = 200
/** A message of the log holds 1 MiB. */
const maxBytes = 512 * 1024

/**
 * The next message: all that waits, oldest first, up to the limits. A game's integer id is the
 * position of the message with its gamestart, so no message holds two of them.
 */
export function nextBatch(waiting: Iterable<Waiting>): Waiting[] {
  const batch: Waiting[] = []
  let bytes = 0
  let starts = 0
  for (const one of waiting) {
    bytes += one.bytes
    if (one.event.type === 'gamestart') starts++
    if (batch.length > 0 && (bytes > maxBytes || starts > 1)) break
    batch.push(one)
    if (batch.length === maxEvents) break
  }
  return batch
}

/** Whether an event depends on the tournaments, so that the end of their log is noted with it. */
export function needsPosition(batch: Waiting[]): boolean {
  return batch.some(({ event }) => event.type === 'gamestart' || event.type === 'clientOffline')
}
