import { maxRetryAfterMs } from '#events/text/retry-after.ts'
import { backoffMs } from '../jobs/index.ts'
import type { Clock } from './clock.ts'
import { ApiError } from './external-bracket.ts'

/** An external bracket is polled 12 times a minute, 30 times during play (R-CL-5). */
const idleMs = 5_000
const playMs = 2_000
const maxPauseMs = 60_000

export function pauseAfter(failures: number, retryAfterMs: number | null = null): number {
  if (retryAfterMs !== null) return Math.min(retryAfterMs, maxRetryAfterMs)
  return backoffMs(failures, { mostMs: maxPauseMs })
}

export type PollInterval = ReturnType<typeof openPollInterval>

export function openPollInterval({ now }: Pick<Clock, 'now'>) {
  let failures = 0
  let closedUntil = -Infinity
  let polledAt = -Infinity
  let error: ApiError | null = null

  return {
    isOpen: () => now() >= closedUntil,
    /** the error that caused the wait, while it lasts */
    error: () => (now() >= closedUntil ? null : error),
    isDue: (playing: boolean) => now() >= polledAt + (playing ? playMs : idleMs),
    polled: () => (polledAt = now()),
    /** makes the next poll due immediately */
    pollNow: () => (polledAt = -Infinity),
    succeeded(): void {
      failures = 0
      error = null
      closedUntil = -Infinity
    },
    failed(cause: unknown): void {
      if (!(cause instanceof ApiError) || !cause.isRetryable) return
      failures++
      error = cause
      closedUntil = now() + pauseAfter(failures, cause.retryAfterMs)
    },
  }
}
