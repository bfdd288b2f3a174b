import type { Timer } from '../../events/state/queue.ts'
import type { Timed } from './commits.ts'
import type { CabinetId, TournamentId } from '../../events/ids.ts'

const retryMs = 100

/** Calls for a timer that is due; `after`: the change after which one that waits tries again. */
type Fire = (tournament: TournamentId, timer: Timer, after: string | null) => Promise<boolean>

/** Clocks for the timers that stand in the log; after a restart they are set again from it (R-QT-1). */
export function openTimers(fire: Fire) {
  const set = new Map<string, { on: string; clock: NodeJS.Timeout }>()
  const firing = new Set<Promise<void>>()
  let stopped = false

  function arm(at: { key: string; on: string; inMs: number }, call: () => Promise<boolean>): void {
    const { key, on } = at
    const clock = setTimeout(() => {
      const fired = call().then((done) => {
        firing.delete(fired)
        if (!done && !stopped && set.get(key)?.on === on) arm({ ...at, inMs: retryMs }, call)
      })
      firing.add(fired)
    }, at.inMs)
    set.set(key, { on, clock })
  }

  return {
    follow({ id, timers, version }: Timed, freed: ReadonlyMap<CabinetId, number>): void {
      for (const timer of Object.values(timers)) {
        const key = `${id}/${timer.cabinet}`
        // One that waits is tried at every change of its tournament, and whenever the match on its
        // cabinet changes, of whichever tournament; the same answer again changes nothing.
        const attempt = timer.waits === null ? null : `${version}/${freed.get(timer.cabinet) ?? 0}`
        const on = `${timer.dueAt} ${attempt ?? ''}`
        const known = set.get(key)
        if (known?.on === on || stopped) continue
        clearTimeout(known?.clock)
        const inMs = Math.max(0, Date.parse(timer.dueAt) - Date.now())
        arm({ key, on, inMs }, () => fire(id, timer, attempt))
      }
      for (const [key, { clock }] of set) {
        const [tournament, cabinet] = key.split('/')
        if (Number(tournament) !== id || timers[Number(cabinet)]) continue
        clearTimeout(clock)
        set.delete(key)
      }
    },
    /** resolves when what was being fired is done */
    async stop(): Promise<void> {
      stopped = true
      for (const { clock } of set.values()) clearTimeout(clock)
      await Promise.all(firing)
    },
  }
}
