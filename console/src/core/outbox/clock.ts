/** Time as the sync core sees it, so that tests can turn it by hand. */
export type Clock = {
  now(): number
  /** runs once after `ms`; the answer cancels */
  after(ms: number, run: () => void): () => void
}

export const wallClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}
