/** Two clocks that are right never differ by this much. */
const maxAheadMs = 10 * 60_000

/** Whether something is newer than it can be: the clock was ahead and has been set back. */
export function isFromFuture(atMs: number, nowMs: number): boolean {
  return atMs - nowMs > maxAheadMs
}
