import { useRef } from 'react'

const doubleTapMs = 700

/** The same press again within 700 ms is a trembling finger (ux 35). */
export function useOnce(): (run: () => void) => void {
  const last = useRef(-Infinity)
  return (run) => {
    const now = performance.now()
    if (now - last.current < doubleTapMs) return
    last.current = now
    run()
  }
}
