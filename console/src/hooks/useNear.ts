import { useEffect, useState } from 'react'
import type { RefObject } from 'react'

type NearOptions = {
  /** how far off the screen is still near, in px above and below */
  within: number
  isNearAtFirst: boolean
  /** told before an element counts as far */
  onLeave?: (element: HTMLElement) => void
}
type NearListener = (isSeen: boolean) => void

const listenerOf = new WeakMap<Element, NearListener>()
const observers = new Map<number, IntersectionObserver>()

/** Whether an element is near the screen. */
export function useNear(of: RefObject<HTMLElement | null>, wanted: NearOptions): boolean {
  const { within, isNearAtFirst, onLeave } = wanted
  const [isNear, setNear] = useState(isNearAtFirst)
  useEffect(() => {
    const element = of.current
    if (!element) return
    const observer = observerOf(within)
    listenerOf.set(element, (isSeen) => {
      // What somebody is in the middle of is not taken away from under them.
      if (!isSeen && element.matches(':focus-within, [data-dragged]')) return
      if (!isSeen) onLeave?.(element)
      setNear(isSeen)
    })
    // Who comes by the keyboard is there before the screen has moved.
    const enter = () => setNear(true)
    element.addEventListener('focusin', enter)
    observer.observe(element)
    return () => {
      element.removeEventListener('focusin', enter)
      observer.unobserve(element)
    }
  }, [of, within, onLeave])
  return isNear
}

/** One for all that ask for the same: every one more costs at every frame. */
function observerOf(within: number): IntersectionObserver {
  const existing = observers.get(within)
  if (existing) return existing
  const tell = (entries: IntersectionObserverEntry[]) =>
    entries.forEach(({ target, isIntersecting }) => listenerOf.get(target)?.(isIntersecting))
  // Lists that scroll by themselves have their own edge.
  const margin = `${within}px 0px`
  const wanted = { rootMargin: margin, scrollMargin: margin }
  const made = new IntersectionObserver(tell, wanted)
  observers.set(within, made)
  return made
}
