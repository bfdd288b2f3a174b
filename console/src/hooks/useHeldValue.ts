import { useRef, useState } from 'react'

const holdMs = 600

/** Freezes a list for a moment when it is touched, so that nothing moves under a finger (ux 3). */
export function useHeldValue<T>(current: T): { shown: T; hold: () => void } {
  const [held, setHeld] = useState<{ value: T } | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  function hold(): void {
    clearTimeout(timer.current)
    setHeld((before) => before ?? { value: current })
    timer.current = setTimeout(() => setHeld(null), holdMs)
  }
  return { shown: held ? held.value : current, hold }
}
