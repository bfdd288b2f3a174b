import { setTimeout as sleep } from 'node:timers/promises'
import type { CabinetEvent } from '../../events/schema/cabinet-facts.ts'
import type { CabinetClient } from './client.ts'

/** By which clock a simulated cabinet plays, and until when. */
export type Pace = { clock: CabinetClock; signal: AbortSignal }
type CabinetClock = ReturnType<typeof cabinetClock>

/** Cabinet time: the machine's own at speed 1, else as many times faster from the start on. */
export function cabinetClock(speed: number): { now(): number; until(ms: number): number } {
  const startedAt = Date.now()
  return {
    now: () => startedAt + (Date.now() - startedAt) * speed,
    until: (ms) => (ms - startedAt) / speed - (Date.now() - startedAt),
  }
}

/** False when it was told to stop. */
export async function waitUntil({ clock, signal }: Pace, ms: number): Promise<boolean> {
  const leftMs = clock.until(ms)
  if (leftMs > 0) await sleep(leftMs, undefined, { signal }).catch(() => undefined)
  return !signal.aborted
}

/** Each event at its own time, as a cabinet sends them. */
export async function sendInTime(
  client: CabinetClient,
  events: readonly CabinetEvent[],
  pace: Pace,
): Promise<void> {
  for (const event of events) {
    if (!(await waitUntil(pace, Date.parse(event.time)))) return
    client.send(event)
  }
}
