import { useEffect, useRef } from 'react'

/** A number that is another one now; something that came from elsewhere. Both stay readable on the way. */
export const counts: PropertyIndexedKeyframes = { scale: [1.4, 1] }
export const arrives: PropertyIndexedKeyframes = { translate: ['0 -0.5rem', '0 0'] }

/** Moves once whenever the value changes, never at first sight, and not where that is asked (ux 50). */
export function useMotion<T extends Element>(value: unknown, frames: PropertyIndexedKeyframes) {
  const element = useRef<T>(null)
  const shown = useRef(value)
  useEffect(() => {
    const isOther = shown.current !== value
    shown.current = value
    if (isOther && !matchMedia('(prefers-reduced-motion: reduce)').matches)
      element.current?.animate(frames, 320)
  }, [value, frames])
  return element
}
