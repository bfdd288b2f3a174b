import { useMemo, useSyncExternalStore } from 'react'

/**
 * The current time, updated every `everyMs` while `isRunning`. It is the time of a clock that this
 * device's is `aheadMs` ahead of.
 */
export function useNow(isRunning: boolean, everyMs = 1_000, aheadMs = 0): number {
  const { now, subscribe } = useMemo(() => steppingClock(everyMs, aheadMs), [everyMs, aheadMs])
  return useSyncExternalStore(isRunning ? subscribe : neverChanges, now)
}

/**
 * The time in whole steps of the clock, so that everything that shows it changes at the same moment,
 * however long it has been open.
 */
export function steppingClock(everyMs: number, aheadMs: number) {
  const msInStep = () => (Date.now() - aheadMs) % everyMs
  return {
    now: () => Date.now() - aheadMs - msInStep(),
    subscribe(changed: () => void): () => void {
      let timer: ReturnType<typeof setTimeout>
      const wait = () => {
        timer = setTimeout(() => {
          changed()
          wait()
        }, everyMs - msInStep())
      }
      wait()
      return () => clearTimeout(timer)
    },
  }
}

const neverChanges = () => () => {}
