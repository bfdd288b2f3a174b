/**
 * Calls `flush` at most once per interval with all keys marked since the last call. The first call
 * is immediate.
 */
export type Throttle<K> = { mark(key: K): void; stop(): void }

export function openThrottle<K>(everyMs: number, flush: (keys: Set<K>) => void): Throttle<K> {
  let marked = new Set<K>()
  let timer: NodeJS.Timeout | undefined
  let lastFlush = -Infinity

  function flushMarked(): void {
    timer = undefined
    lastFlush = performance.now()
    const keys = marked
    marked = new Set()
    flush(keys)
  }

  return {
    mark(key) {
      marked.add(key)
      timer ??= setTimeout(flushMarked, Math.max(0, lastFlush + everyMs - performance.now()))
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
