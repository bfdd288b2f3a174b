import { useRef, useState } from 'react'

const steadyMs = 600

/** A list that does not change under a finger: held for a moment from the touch on (ux 3). */
export function useHeldValue<T>(current: T): { shown: T; hold: () => void } {
  const [held, setHeld] = useState<{ value: T } | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  function hold(): void {
    clearTimeout(timer.current)
    setHeld((before) => before ?? { value: current })
    timer.current = setTimeout(() => setHeld(null), steadyMs)
  }
  return { shown: held ? held.value : current, hold }
}
