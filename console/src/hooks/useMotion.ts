import { useEffect, useRef } from 'react'

/** For a number that has changed. It stays readable during the animation. */
export const countFrames: PropertyIndexedKeyframes = { scale: [1.4, 1] }
/** For an element that has appeared. It stays readable during the animation. */
export const arrivalFrames: PropertyIndexedKeyframes = { translate: ['0 -0.5rem', '0 0'] }

/** Animates an element when the value changes, unless reduced motion is preferred (ux 50). */
export function useMotion<T extends Element>(value: unknown, frames: PropertyIndexedKeyframes) {
  const element = useRef<T>(null)
  const previous = useRef(value)
  useEffect(() => {
    const isChanged = previous.current !== value
    previous.current = value
    if (isChanged && !matchMedia('(prefers-reduced-motion: reduce)').matches)
      element.current?.animate(frames, 320)
  }, [value, frames])
  return element
}
