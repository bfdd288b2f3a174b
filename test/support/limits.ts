import { isLong } from './long-runs.ts'

/**
 * They end what hangs, and only that: a machine that is busy, or ten times slower, must not decide a
 * test. In ms.
 */
export const limitMs = {
  /** for one thing that a test waits for */
  wait: 300_000,
  /** for a whole test or hook */
  test: isLong ? 7_200_000 : 1_200_000,
}
