import { useCallback, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useNear } from '../hooks/useNear.ts'

type Props = {
  /** as long as it has never been drawn, in rem */
  guess: number
  children: () => ReactNode
}
/** So far off the screen something is drawn ahead of being seen. */
const aheadPx = 900

/** A part of a long page that is drawn near the screen alone: a thousand rows cost as forty do. */
export function Near({ guess, children }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState(`${guess}rem`)
  const onLeave = useCallback((element: HTMLElement) => {
    if (element.childElementCount > 0) setHeight(`${element.offsetHeight}px`)
  }, [])
  const isNear = useNear(box, { within: aheadPx, isNearAtFirst: false, onLeave })
  return (
    <div ref={box} style={isNear ? undefined : { minBlockSize: height }}>
      {isNear && children()}
    </div>
  )
}
