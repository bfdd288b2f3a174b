import type { Clock } from '../../services/challonge/index.ts'
import { pause } from '../support/desk-client.ts'

/** Time that passes when the test says so. */
export type HandClock = Clock & {
  /** moves on in steps until it holds */
  until(what: string, holds: () => boolean | Promise<boolean>, stepMs?: number): Promise<void>
  /** so much time, in steps that let the Challonge service work */
  pass(ms: number, stepMs?: number): Promise<void>
}

export function handClock(startMs = Date.parse('2026-11-20T20:00:00Z')): HandClock {
  let time = startMs
  const waiting = new Set<{ at: number; done: () => void }>()

  function move(ms: number): void {
    time += ms
    for (const one of waiting) if (one.at <= time) one.done()
  }

  const clock: HandClock = {
    now: () => time,
    wait: (ms, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve()
        const one = {
          at: time + ms,
          done() {
            waiting.delete(one)
            signal.removeEventListener('abort', one.done)
            resolve()
          },
        }
        waiting.add(one)
        signal.addEventListener('abort', one.done)
      }),
    wake() {
      for (const one of waiting) one.done()
    },
    async until(what, holds, stepMs = 500) {
      const end = Date.now() + 120_000
      while (!(await holds())) {
        if (Date.now() > end) throw new Error(`waited too long for ${what}`)
        move(stepMs)
        await pause(5)
      }
    },
    async pass(ms, stepMs = 5_000) {
      for (const end = time + ms; time < end;) {
        move(stepMs)
        await pause(2)
      }
    },
  }
  return clock
}
