/**
 * Calls `flush` at most once per interval with all keys touched since the last call. The first call
 * is immediate.
 */
export type Throttle<K> = { touch(key: K): void; stop(): void }

export function openThrottle<K>(everyMs: number, flush: (keys: Set<K>) => void): Throttle<K> {
  let touched = new Set<K>()
  let timer: NodeJS.Timeout | undefined
  let lastFlush = -Infinity

  function flushTouched(): void {
    timer = undefined
    lastFlush = performance.now()
    const keys = touched
    touched = new Set()
    flush(keys)
  }

  return {
    touch(key) {
      touched.add(key)
      timer ??= setTimeout(flushTouched, Math.max(0, lastFlush + everyMs - performance.now()))
    },
    stop: () => clearTimeout(timer),
  }
}

/** Live state is sent five times a second. */
export const liveEveryMs = 200
/** Interval for overlays, which are shown next to the video of the game. */
export const swiftEveryMs = 20
/** Interval for calm viewers, for all messages. */
export const calmEveryMs = 1_000
