import type { CabinetEvent } from '#events/schema/cabinet-facts.ts'
import type { CabinetId } from '#events/ids.ts'

/** The smallest difference in seconds between the log's clock and an event's time, by cabinet. */
export type SmallestDelays = Record<string, number>

/** An upload this much further behind than usual comes from a backlog (R-GE-4). */
export const lateSeconds = 15
/** A client that is behind for longer than any backlog takes has set its clock back. */
const maxBacklogMs = 10 * 60_000
/**
 * A backlog is uploaded faster than it was played, so a delay that is constant for this long is not
 * caused by one.
 */
const steadyMs = 90_000
const steadySeconds = 2

/**
 * A run of late events: its start, its smallest delay, and since when the delay has been steady.
 */
type LateRun = { sinceMs: number; least: number; steadySinceMs: number; steadyFrom: number }

/**
 * Measures the upload delay of a client's events. Its clock may be years off, so the delay is
 * relative to the smallest difference seen so far (P17).
 */
export function openUploadDelays(saved: SmallestDelays) {
  const best: SmallestDelays = { ...saved }
  const lateRuns = new Map<CabinetId, LateRun>()
  return {
    behind(cabinet: CabinetId, event: CabinetEvent, at: string): number {
      const atMs = Date.parse(at)
      const lag = (atMs - Date.parse(event.time)) / 1000
      const usual = best[cabinet] ?? lag
      best[cabinet] = Math.min(usual, lag)
      if (lag - usual <= lateSeconds) {
        lateRuns.delete(cabinet)
        return lag - best[cabinet]
      }
      const run = continueRun(lateRuns.get(cabinet), atMs, lag)
      lateRuns.set(cabinet, run)
      const isSteady = atMs - run.steadySinceMs >= steadyMs && lag - run.steadyFrom <= steadySeconds
      if (isSteady || atMs - run.sinceMs > maxBacklogMs) {
        best[cabinet] = run.least
        lateRuns.delete(cabinet)
      }
      return lag - best[cabinet]
    },
    best: (): SmallestDelays => ({ ...best }),
  }
}

function continueRun(run: LateRun | undefined, atMs: number, lag: number): LateRun {
  if (!run) return { sinceMs: atMs, least: lag, steadySinceMs: atMs, steadyFrom: lag }
  const least = Math.min(run.least, lag)
  // The client catches up.
  if (run.steadyFrom - lag > steadySeconds) {
    return { ...run, least, steadySinceMs: atMs, steadyFrom: lag }
  }
  return { ...run, least }
}
