import { pause } from '../log/index.ts'

/** The clock of this room; tests replace it to avoid real waiting. */
export type Clock = {
  now(): number
  /** ends early at the signal, or when woken */
  wait(ms: number, signal: AbortSignal): Promise<void>
  wake(): void
}

export function realClock(): Clock {
  let woken = new AbortController()
  return {
    // Does not jump when the system's clock is set: otherwise no poll would be due for an hour.
    now: () => performance.timeOrigin + performance.now(),
    wait: (ms, signal) => pause(ms, AbortSignal.any([signal, woken.signal])),
    wake() {
      woken.abort()
      woken = new AbortController()
    },
  }
}
