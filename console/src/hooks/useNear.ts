import { useEffect, useState } from 'react'
import type { RefObject } from 'react'

type NearOptions = {
  /** distance above and below the screen that counts as near, in px */
  within: number
  isNearAtFirst: boolean
  /** called before an element stops counting as near */
  onLeave?: (element: HTMLElement) => void
}
type NearListener = (isInRange: boolean) => void

const listenerOf = new WeakMap<Element, NearListener>()
const observers = new Map<number, IntersectionObserver>()

/** Whether an element is near the visible part of the page. */
export function useNear(ref: RefObject<HTMLElement | null>, options: NearOptions): boolean {
  const { within, isNearAtFirst, onLeave } = options
  const [isNear, setNear] = useState(isNearAtFirst)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = observerOf(within)
    listenerOf.set(element, (isInRange) => {
      // An element with the focus, or one that is being dragged, must not be removed.
      if (!isInRange && element.matches(':focus-within, [data-dragged]')) return
      if (!isInRange) onLeave?.(element)
      setNear(isInRange)
    })
    // The keyboard moves the focus before the page scrolls.
    const onFocus = () => setNear(true)
    element.addEventListener('focusin', onFocus)
    observer.observe(element)
    return () => {
      element.removeEventListener('focusin', onFocus)
      observer.unobserve(element)
    }
  }, [ref, within, onLeave])
  return isNear
}

/** One observer per distance, because each observer costs time at every frame. */
function observerOf(within: number): IntersectionObserver {
  const existing = observers.get(within)
  if (existing) return existing
  const notify = (entries: IntersectionObserverEntry[]) =>
    entries.forEach(({ target, isIntersecting }) => listenerOf.get(target)?.(isIntersecting))
  // `scrollMargin` is for elements in a scrolling list, which `rootMargin` does not cover.
  const margin = `${within}px 0px`
  const observer = new IntersectionObserver(notify, { rootMargin: margin, scrollMargin: margin })
  observers.set(within, observer)
  return observer
}
