/** Not more often than every so many ms, and then once for all keys marked since: the first at once. */
export type Throttle<K> = { mark(key: K): void; stop(): void }

export function openThrottle<K>(everyMs: number, flush: (keys: Set<K>) => void): Throttle<K> {
  let marked = new Set<K>()
  let timer: NodeJS.Timeout | undefined
  let last = -Infinity

  function now(): void {
    timer = undefined
    last = performance.now()
    const keys = marked
    marked = new Set()
    flush(keys)
  }

  return {
    mark(key) {
      marked.add(key)
      timer ??= setTimeout(now, Math.max(0, last + everyMs - performance.now()))
    },
    stop: () => clearTimeout(timer),
  }
}

/** Live state is shown five times a second. */
export const liveEveryMs = 200
/** To overlays, which stand beside the picture of the game itself. */
export const swiftEveryMs = 20
/** To those who only look, whatever it is. */
export const calmEveryMs = 1_000
