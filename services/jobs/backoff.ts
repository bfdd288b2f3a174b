import { pauseAfterMs } from '#events/backoff.ts'

/**
 * The pause after this many failures in a row: `firstMs` after the first, then twice as long each
 * time, at most `mostMs`; `askedMs`, which the other side asks for, if that is longer.
 */
export function backoffMs(
  failures: number,
  {
    firstMs = 2_000,
    mostMs,
    askedMs,
  }: { firstMs?: number; mostMs: number; askedMs?: number | null },
): number {
  return Math.max(askedMs ?? 0, pauseAfterMs(failures, { firstMs, mostMs }))
}
