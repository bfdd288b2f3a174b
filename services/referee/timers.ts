import type { Timer } from '../../events/state/queue.ts'
import type { Timed } from './commits.ts'
import type { CabinetId, TournamentId } from '../../events/ids.ts'

const retryMs = 100

/** Calls for a timer that is due; `after`: the change after which one that waits tries again. */
type Fire = (tournament: TournamentId, timer: Timer, after: string | null) => Promise<boolean>

/** Of one tournament, by cabinet. */
type Clocks = Map<CabinetId, { on: string; clock: NodeJS.Timeout }>
type ClockAt = { set: Clocks; cabinet: CabinetId; on: string; inMs: number }

/** Clocks for the timers that stand in the log; after a restart they are set again from it (R-QT-1). */
export function openTimers(fire: Fire) {
  const all = new Map<TournamentId, Clocks>()
  const firing = new Set<Promise<void>>()
  let stopped = false

  function arm(at: ClockAt, call: () => Promise<boolean>): void {
    const { set, cabinet, on } = at
    const clock = setTimeout(() => {
      const fired = call().then((done) => {
        firing.delete(fired)
        if (!done && !stopped && set.get(cabinet)?.on === on) arm({ ...at, inMs: retryMs }, call)
      })
      firing.add(fired)
    }, at.inMs)
    set.set(cabinet, { on, clock })
  }

  return {
    follow({ id, timers, version }: Timed, freed: ReadonlyMap<CabinetId, number>): void {
      const set: Clocks = all.get(id) ?? new Map()
      for (const timer of Object.values(timers)) {
        const { cabinet } = timer
        // One that waits is tried at every change of its tournament, and whenever the match on its
        // cabinet changes, of whichever tournament; the same answer again changes nothing.
        const attempt = timer.waits === null ? null : `${version}/${freed.get(cabinet) ?? 0}`
        const on = `${timer.dueAt} ${attempt ?? ''}`
        const known = set.get(cabinet)
        if (known?.on === on || stopped) continue
        clearTimeout(known?.clock)
        const inMs = Math.max(0, Date.parse(timer.dueAt) - Date.now())
        arm({ set, cabinet, on, inMs }, () => fire(id, timer, attempt))
      }
      for (const [cabinet, { clock }] of set) {
        if (timers[cabinet]) continue
        clearTimeout(clock)
        set.delete(cabinet)
      }
      if (set.size > 0) all.set(id, set)
      else all.delete(id)
    },
    /** resolves when what was being fired is done */
    async stop(): Promise<void> {
      stopped = true
      for (const set of all.values()) for (const { clock } of set.values()) clearTimeout(clock)
      await Promise.all(firing)
    },
  }
}
