import type { Timer } from '../../events/queue.ts'
import type { Tournament } from '../../events/tournament.ts'

const againMs = 100

/** Clocks for the timers that stand in the log; after a restart they are set again from it (R-QT-1). */
export function openTimers(fire: (tournament: number, timer: Timer) => Promise<boolean>) {
  const set = new Map<string, { dueAt: string; clock: NodeJS.Timeout }>()
  const firing = new Set<Promise<void>>()
  let stopped = false

  function arm(tournament: number, timer: Timer, inMs: number): void {
    const key = `${tournament}/${timer.cabinet}`
    const clock = setTimeout(() => {
      const fired = fire(tournament, timer).then((done) => {
        firing.delete(fired)
        if (!done && !stopped && set.get(key)?.dueAt === timer.dueAt)
          arm(tournament, timer, againMs)
      })
      firing.add(fired)
    }, inMs)
    set.set(key, { dueAt: timer.dueAt, clock })
  }

  return {
    follow({ id, timers }: Tournament): void {
      for (const timer of Object.values(timers)) {
        const known = set.get(`${id}/${timer.cabinet}`)
        if (known?.dueAt === timer.dueAt || stopped) continue
        clearTimeout(known?.clock)
        arm(id, timer, Math.max(0, Date.parse(timer.dueAt) - Date.now()))
      }
      for (const [key, { clock }] of set) {
        const [tournament, cabinet] = key.split('/')
        if (Number(tournament) !== id || timers[cabinet ?? '']) continue
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
