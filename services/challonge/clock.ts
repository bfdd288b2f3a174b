/** The clock of this room; tests replace it to avoid real waiting. */
export type Clock = {
  now(): number
  /** ends early at the signal, or when woken */
  wait(ms: number, signal: AbortSignal): Promise<void>
  wake(): void
}

export function realClock(): Clock {
  const wakers = new Set<() => void>()
  return {
    now: () => Date.now(),
    wait: (ms, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve()
        const done = () => {
          clearTimeout(timer)
          signal.removeEventListener('abort', done)
          wakers.delete(done)
          resolve()
        }
        const timer = setTimeout(done, ms)
        signal.addEventListener('abort', done)
        wakers.add(done)
      }),
    wake() {
      for (const done of wakers) done()
    },
  }
}
