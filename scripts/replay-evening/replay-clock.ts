// A clock that starts at the evening's first event and runs `speed` times faster than real time.
import { setTimeout as sleep } from 'node:timers/promises'

/** `speed` 0: no waiting, as fast as the server acknowledges events. */
export type PlaybackClock = { speed: number; until(time: string): Promise<void> }

export function openPlaybackClock(speed: number, from: string): PlaybackClock {
  const startedAt = performance.now()
  const fromMs = Date.parse(from)
  return {
    speed,
    async until(time) {
      if (speed === 0) return
      const leftMs = (Date.parse(time) - fromMs) / speed - (performance.now() - startedAt)
      if (leftMs > 0) await sleep(leftMs)
    },
  }
}

export async function until<T>(
  ask: () => Promise<T>,
  { is, withinMs }: { is: (found: T) => boolean; withinMs: number },
): Promise<T> {
  const startedAt = performance.now()
  for (;;) {
    const found = await ask()
    if (is(found) || performance.now() - startedAt > withinMs) return found
    await sleep(10)
  }
}
