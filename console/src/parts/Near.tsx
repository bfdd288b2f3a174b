import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'

type Props = {
  /** as long as it has never been drawn, in rem */
  guess: number
  children: () => ReactNode
}
/** So far off the screen something is drawn ahead of being seen. */
const ahead = '900px 0px'

/** A part of a long page that is drawn near the screen alone: a thousand rows cost as forty do. */
export function Near({ guess, children }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  const [height, setHeight] = useState(`${guess}rem`)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        const isSeen = entry?.isIntersecting ?? false
        // What somebody is in the middle of is not taken away from under them.
        if (!isSeen && element.contains(document.activeElement)) return
        if (!isSeen && element.childElementCount > 0) setHeight(`${element.offsetHeight}px`)
        setNear(isSeen)
      },
      { rootMargin: ahead },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={box} style={isNear ? undefined : { minBlockSize: height }}>
      {isNear && children()}
    </div>
  )
}
