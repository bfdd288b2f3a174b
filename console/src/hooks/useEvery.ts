import { useEffect } from 'react'

/** Again and again while it is shown. `run` has to stay the same function. */
export function useEvery(ms: number, run: () => unknown): void {
  useEffect(() => {
    const timer = setInterval(() => void run(), ms)
    return () => clearInterval(timer)
  }, [ms, run])
}
