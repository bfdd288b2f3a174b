/**
 * The pause after some failures in a row, in ms: `firstMs` after the first, twice as long after each
 * further one, at most `mostMs`.
 */
export function pauseAfterMs(
  failures: number,
  { firstMs, mostMs }: { firstMs: number; mostMs: number },
): number {
  return Math.min(mostMs, firstMs * 2 ** Math.min(Math.max(0, failures - 1), 20))
}
