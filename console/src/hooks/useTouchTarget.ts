import { useRef } from 'react'

/**
 * For a button whose effect can change while a finger is on it: if `target` is another one at the
 * click than at the touch, the click was meant for the old one and `isMeant` is false.
 */
export function useTouchTarget(target: string) {
  const touched = useRef<string>(undefined)
  return {
    onPointerDown: () => {
      touched.current = target
    },
    isMeant: ({ detail }: { detail: number }) => {
      const isByKey = detail === 0
      return isByKey || touched.current === target
    },
  }
}
