import type { CabinetEvent } from '../../events/schema/cabinet-facts.ts'
import type { CabinetId } from '../../events/ids.ts'

/** By cabinet, the least seconds from an event's own clock to the log's. */
export type Best = Record<string, number>

/** An upload this much further behind than usual comes from a backlog (R-GE-4). */
export const lateSeconds = 15
/** A backlog is sent in less; a client that stays behind for so long has set its clock back. */
const newUsualMs = 10 * 60_000
/** A backlog comes faster than it was played: one that stays as far behind for so long is none. */
const steadyMs = 90_000
const steadySeconds = 2

/** Events far behind: since when, the least so far, and from when on it has been no less. */
type Run = { sinceMs: number; least: number; steadySinceMs: number; steadyFrom: number }

/**
 * How far a client's events run behind. Its clock may be years off: only the difference to the
 * best it has shown says anything (P17).
 */
export function openUploadDelays(known: Best) {
  const best: Best = { ...known }
  const strange = new Map<CabinetId, Run>()
  return {
    behind(cabinet: CabinetId, event: CabinetEvent, at: string): number {
      const atMs = Date.parse(at)
      const lag = (atMs - Date.parse(event.time)) / 1000
      const usual = best[cabinet] ?? lag
      best[cabinet] = Math.min(usual, lag)
      if (lag - usual <= lateSeconds) {
        strange.delete(cabinet)
        return lag - best[cabinet]
      }
      const run = continued(strange.get(cabinet), atMs, lag)
      strange.set(cabinet, run)
      const isSteady = atMs - run.steadySinceMs >= steadyMs && lag - run.steadyFrom <= steadySeconds
      if (isSteady || atMs - run.sinceMs > newUsualMs) {
        best[cabinet] = run.least
        strange.delete(cabinet)
      }
      return lag - best[cabinet]
    },
    best: (): Best => ({ ...best }),
  }
}

function continued(run: Run | undefined, atMs: number, lag: number): Run {
  if (!run) return { sinceMs: atMs, least: lag, steadySinceMs: atMs, steadyFrom: lag }
  const least = Math.min(run.least, lag)
  // It catches up.
  if (run.steadyFrom - lag > steadySeconds) {
    return { ...run, least, steadySinceMs: atMs, steadyFrom: lag }
  }
  return { ...run, least }
}
