import { useCallback, useSyncExternalStore } from 'react'

/** The current time, updated every `everyMs` while `isRunning`. */
export function useNow(isRunning: boolean, everyMs = 1_000): number {
  const subscribe = useCallback(
    (tick: () => void) => {
      if (!isRunning) return () => {}
      const timer = setInterval(tick, everyMs)
      return () => clearInterval(timer)
    },
    [isRunning, everyMs],
  )
  return useSyncExternalStore(subscribe, () => Math.floor(Date.now() / everyMs)) * everyMs
}
