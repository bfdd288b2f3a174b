import { useCallback, useLayoutEffect, useRef } from 'react'

/** A stable function that calls the latest one, so that it causes no renders. */
export function useEvent<A extends unknown[]>(run: (...args: A) => void): (...args: A) => void {
  const latest = useRef(run)
  useLayoutEffect(() => {
    latest.current = run
  })
  return useCallback((...args: A) => latest.current(...args), [])
}
