import { useCallback, useLayoutEffect, useRef } from 'react'

/** The same function for good, which does what the latest does: nothing is drawn anew for it. */
export function useEvent<A extends unknown[]>(run: (...of: A) => void): (...of: A) => void {
  const latest = useRef(run)
  useLayoutEffect(() => {
    latest.current = run
  })
  return useCallback((...of: A) => latest.current(...of), [])
}
