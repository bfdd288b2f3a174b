import type { CabinetEvent } from '../../events/schema/cabinet-facts.ts'
import { pause } from '../log/index.ts'
import type { CabinetClient } from './client.ts'

/** The clock of a simulated cabinet, and the signal that stops it. */
export type ClockAndSignal = { clock: CabinetClock; signal: AbortSignal }
type CabinetClock = ReturnType<typeof cabinetClock>

/** A clock that starts at the current time and runs `speed` times as fast as the system clock. */
export function cabinetClock(speed: number): { now(): number; until(ms: number): number } {
  const startedAt = Date.now()
  return {
    now: () => startedAt + (Date.now() - startedAt) * speed,
    until: (ms) => (ms - startedAt) / speed - (Date.now() - startedAt),
  }
}

/** Returns false if it was aborted. */
export async function waitUntil({ clock, signal }: ClockAndSignal, ms: number): Promise<boolean> {
  await pause(clock.until(ms), signal)
  return !signal.aborted
}

/** Sends each event at its own time, as a cabinet does. */
export async function sendInTime(
  client: CabinetClient,
  events: readonly CabinetEvent[],
  clockAndSignal: ClockAndSignal,
): Promise<void> {
  for (const event of events) {
    if (!(await waitUntil(clockAndSignal, Date.parse(event.time)))) return
    client.send(event)
  }
}
