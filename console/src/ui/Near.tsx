import { useCallback, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useNear } from '../hooks/useNear.ts'

type Props = {
  /** estimated height before the first render, in rem */
  guess: number
  children: () => ReactNode
}
/** Children are rendered within this distance of the screen. */
const aheadPx = 900

/**
 * Renders a part of a long page only while it is near the screen, so that long lists stay cheap.
 */
export function Near({ guess, children }: Props) {
  const ref = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState(`${guess}rem`)
  const onLeave = useCallback((element: HTMLElement) => {
    if (element.childElementCount > 0) setHeight(`${element.offsetHeight}px`)
  }, [])
  const isNear = useNear(ref, { within: aheadPx, isNearAtFirst: false, onLeave })
  return (
    <div ref={ref} style={isNear ? undefined : { minBlockSize: height }}>
      {isNear && children()}
    </div>
  )
}
