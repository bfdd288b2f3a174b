import type { Clock } from '#services/challonge/index.ts'
import { pause } from '../support/desk-client.ts'

/** A clock that advances only when the test says so. */
export type ManualClock = Clock & {
  /** advances in steps until the condition holds */
  until(
    description: string,
    condition: () => boolean | Promise<boolean>,
    stepMs?: number,
  ): Promise<void>
  /** advances by `ms`, in steps that let the Challonge service work */
  pass(ms: number, stepMs?: number): Promise<void>
}

export function manualClock(startMs = Date.parse('2026-11-20T20:00:00Z')): ManualClock {
  let time = startMs
  const waiting = new Set<{ at: number; done: () => void }>()

  function advance(ms: number): void {
    time += ms
    for (const timer of waiting) if (timer.at <= time) timer.done()
  }

  const clock: ManualClock = {
    now: () => time,
    wait: (ms, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve()
        const timer = {
          at: time + ms,
          done() {
            waiting.delete(timer)
            signal.removeEventListener('abort', timer.done)
            resolve()
          },
        }
        waiting.add(timer)
        signal.addEventListener('abort', timer.done)
      }),
    wake() {
      for (const timer of waiting) timer.done()
    },
    async until(description, condition, stepMs = 500) {
      const end = Date.now() + 120_000
      while (!(await condition())) {
        if (Date.now() > end) throw new Error(`waited too long for ${description}`)
        advance(stepMs)
        await pause(5)
      }
    },
    async pass(ms, stepMs = 5_000) {
      for (const end = time + ms; time < end;) {
        advance(stepMs)
        await pause(2)
      }
    },
  }
  return clock
}
