import type { CabinetEvent } from '#events/schema/cabinet-facts.ts'
import { pause } from '../log/index.ts'
import type { CabinetClient } from './client.ts'

/** The clock of a simulated cabinet, and the signal that stops it. */
export type ClockAndSignal = { clock: CabinetClock; signal: AbortSignal }
type CabinetClock = ReturnType<typeof cabinetClock>

/**
 * A clock that starts at the current time and runs `speed` times as fast. It does not jump when the
 * system's clock is set.
 */
export function cabinetClock(speed: number): { now(): number; until(ms: number): number } {
  const startedAt = Date.now()
  const startedMs = performance.now()
  const passedMs = () => performance.now() - startedMs
  return {
    now: () => startedAt + passedMs() * speed,
    until: (ms) => (ms - startedAt) / speed - passedMs(),
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
