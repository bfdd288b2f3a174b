import { useRef } from 'react'

const doubleTapMs = 700

/** The same press again within 700 ms is a trembling finger (ux 35). */
export function useDoubleTapGuard(): (run: () => void, target?: unknown) => void {
  const last = useRef<{ at: number; target: unknown }>({ at: -Infinity, target: undefined })
  return (run, target) => {
    const at = performance.now()
    if (at - last.current.at < doubleTapMs && last.current.target === target) return
    last.current = { at, target }
    run()
  }
}
