import { useCallback, useSyncExternalStore } from 'react'

/** The time, anew every `everyMs` while something on the screen counts; else nothing moves. */
export function useNow(counts: boolean, everyMs = 1_000): number {
  const subscribe = useCallback(
    (tick: () => void) => {
      if (!counts) return () => {}
      const timer = setInterval(tick, everyMs)
      return () => clearInterval(timer)
    },
    [counts, everyMs],
  )
  return useSyncExternalStore(subscribe, () => Math.floor(Date.now() / everyMs)) * everyMs
}
