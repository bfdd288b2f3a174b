import type { Clock } from './clock.ts'
import { ApiError } from './external-bracket.ts'

/** How often one bracket outside is asked: 12 times a minute, 30 times during play (R-CL-5). */
const idleMs = 5_000
const playMs = 2_000
const firstPauseMs = 2_000
const maxPauseMs = 60_000
/** who asks for more is asked again all the same */
const maxAskedMs = 3_600_000

export function pauseAfter(failures: number, retryAfterMs: number | null = null): number {
  if (retryAfterMs !== null) return Math.min(retryAfterMs, maxAskedMs)
  return Math.min(maxPauseMs, firstPauseMs * 2 ** Math.min(failures - 1, 20))
}

export type PollInterval = ReturnType<typeof openPollInterval>

export function openPollInterval({ now }: Pick<Clock, 'now'>) {
  let failures = 0
  let closedUntil = -Infinity
  let lookedAt = -Infinity
  let trouble: ApiError | null = null

  return {
    isOpen: () => now() >= closedUntil,
    /** why it is not open */
    trouble: () => (now() >= closedUntil ? null : trouble),
    isDue: (playing: boolean) => now() >= lookedAt + (playing ? playMs : idleMs),
    looked: () => (lookedAt = now()),
    /** something happened there: look at once */
    pollNow: () => (lookedAt = -Infinity),
    went(): void {
      failures = 0
      trouble = null
      closedUntil = -Infinity
    },
    failed(error: unknown): void {
      if (!(error instanceof ApiError) || !error.passes) return
      failures++
      trouble = error
      closedUntil = now() + pauseAfter(failures, error.retryAfterMs)
    },
  }
}
