import type { Timer } from '#events/state/queue.ts'
import type { TimerState } from './commits.ts'
import type { CabinetId, TournamentId } from '#events/ids.ts'

const retryMs = 100
/**
 * A timer that seems to be due later than this is offered to the desk now and then: after the clock
 * was ahead and has been set back, the desk lets it fire earlier.
 */
const offerEveryMs = 60_000

/** Called for a timer that is due. `after`: the change that makes a waiting timer try again. */
type Fire = (tournament: TournamentId, timer: Timer, after: string | null) => Promise<boolean>

/** The clocks of a tournament, by cabinet. */
type Clocks = Map<CabinetId, { on: string; clock: NodeJS.Timeout }>
type ClockAt = { set: Clocks; cabinet: CabinetId; on: string; dueAt: string }

const msUntil = (dueAt: string) =>
  Math.min(Math.max(0, Date.parse(dueAt) - Date.now()), offerEveryMs)

/**
 * Runs clocks for the queue timers in the log; after a restart they are set from it again (R-QT-1).
 */
export function openTimers(fire: Fire) {
  const all = new Map<TournamentId, Clocks>()
  const firing = new Set<Promise<void>>()
  let stopped = false

  function arm(at: ClockAt, call: () => Promise<boolean>, minMs = 0): void {
    const { set, cabinet, on, dueAt } = at
    const clock = setTimeout(
      () => {
        const fired = call().then((done) => {
          firing.delete(fired)
          if (done || stopped || set.get(cabinet)?.on !== on) return
          arm(at, call, retryMs)
        })
        firing.add(fired)
      },
      Math.max(minMs, msUntil(dueAt)),
    )
    set.set(cabinet, { on, clock })
  }

  return {
    follow(
      { id, timers, version }: TimerState,
      matchChangedAt: ReadonlyMap<CabinetId, number>,
    ): void {
      const set: Clocks = all.get(id) ?? new Map()
      for (const timer of Object.values(timers)) {
        const { cabinet } = timer
        // A waiting timer is tried again after each change of its tournament, and after each change
        // of the match on its cabinet, also by another tournament. The same answer has no effect.
        const attempt =
          timer.waits === null ? null : `${version}/${matchChangedAt.get(cabinet) ?? 0}`
        const on = `${timer.dueAt} ${attempt ?? ''}`
        const current = set.get(cabinet)
        if (current?.on === on || stopped) continue
        clearTimeout(current?.clock)
        arm({ set, cabinet, on, dueAt: timer.dueAt }, () => fire(id, timer, attempt))
      }
      for (const [cabinet, { clock }] of set) {
        if (timers[cabinet]) continue
        clearTimeout(clock)
        set.delete(cabinet)
      }
      if (set.size > 0) all.set(id, set)
      else all.delete(id)
    },
    /** Resolves when the calls in progress are done. */
    async stop(): Promise<void> {
      stopped = true
      for (const set of all.values()) for (const { clock } of set.values()) clearTimeout(clock)
      await Promise.all(firing)
    },
  }
}
