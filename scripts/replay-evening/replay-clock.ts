// The evening's own clock: from its first event on, as many times faster than a real one.
import { setTimeout as sleep } from 'node:timers/promises'

/** 0: no clock, as fast as the server takes events. */
export type Pace = { speed: number; until(time: string): Promise<void> }

export function openPace(speed: number, from: string): Pace {
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
