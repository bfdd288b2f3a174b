import { useRef } from 'react'

const doubleTapMs = 700

/** Ignores a repeated press on the same target within 700 ms (ux 35). */
export function useDoubleTapGuard(): (run: () => void, target?: unknown) => void {
  const last = useRef<{ at: number; target: unknown }>({ at: -Infinity, target: undefined })
  return (run, target) => {
    const at = performance.now()
    if (at - last.current.at < doubleTapMs && last.current.target === target) return
    last.current = { at, target }
    run()
  }
}
