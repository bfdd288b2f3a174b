/** The clock of the sync core. Tests replace it by one that they advance themselves. */
export type Clock = {
  now(): number
  /** runs once after `ms`; returns a function that cancels it */
  after(ms: number, run: () => void): () => void
}

export const wallClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
