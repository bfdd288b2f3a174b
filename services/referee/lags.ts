import type { CabinetEvent } from '../../events/cabinet.ts'

/** By cabinet, the least seconds from an event's own clock to the log's. */
export type Best = Record<string, number>

/** An upload this much further behind than usual comes from a backlog (R-GE-4). */
export const lateSeconds = 15
/** A backlog is sent in less; a client that stays behind for so long has set its clock back. */
const newUsualMs = 10 * 60_000

/**
 * How far a client's events run behind. Its clock may be years off: only the difference to the
 * best it has shown says anything (P17).
 */
export function openLags(known: Best) {
  const best: Best = { ...known }
  const strange = new Map<number, { sinceMs: number; least: number }>()
  return {
    behind(cabinet: number, event: CabinetEvent, at: string): number {
      const atMs = Date.parse(at)
      const lag = (atMs - Date.parse(event.time)) / 1000
      const usual = best[cabinet] ?? lag
      best[cabinet] = Math.min(usual, lag)
      if (lag - usual <= lateSeconds) {
        strange.delete(cabinet)
        return lag - best[cabinet]
      }
      const { sinceMs, least } = strange.get(cabinet) ?? { sinceMs: atMs, least: lag }
      strange.set(cabinet, { sinceMs, least: Math.min(least, lag) })
      if (atMs - sinceMs > newUsualMs) {
        best[cabinet] = Math.min(least, lag)
        strange.delete(cabinet)
      }
      return lag - best[cabinet]
    },
    best: (): Best => ({ ...best }),
  }
}
