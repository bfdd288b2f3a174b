import { useCallback, useRef, useState, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useNear } from '../hooks/useNear.ts'

type Props = {
  /** estimated height before the first render, in rem */
  guess: number
  children: () => ReactNode
}
/** Children are rendered within this distance of the screen. */
const aheadPx = 900

let isPrinting = false
addEventListener('beforeprint', () => (isPrinting = true))
addEventListener('afterprint', () => (isPrinting = false))

function watchPrinting(onChange: () => void): () => void {
  // The browser takes its picture as soon as the event is handled.
  const change = () => flushSync(onChange)
  addEventListener('beforeprint', change)
  addEventListener('afterprint', change)
  return () => {
    removeEventListener('beforeprint', change)
    removeEventListener('afterprint', change)
  }
}

/**
 * Renders a part of a long page only while it is near the screen, so that long lists stay cheap.
 * Paper shows all of it.
 */
export function Near({ guess, children }: Props) {
  const ref = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState(`${guess}rem`)
  const onLeave = useCallback((element: HTMLElement) => {
    if (element.childElementCount > 0) setHeight(`${element.offsetHeight}px`)
  }, [])
  const isOnPaper = useSyncExternalStore(watchPrinting, () => isPrinting)
  const isOnScreen = useNear(ref, { within: aheadPx, isNearAtFirst: false, onLeave })
  const isNear = isOnPaper || isOnScreen
  return (
    <div ref={ref} style={isNear ? undefined : { minBlockSize: height }}>
      {isNear && children()}
    </div>
  )
}
