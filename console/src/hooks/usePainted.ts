import { useEffect, useState } from 'react'
import { afterPaint } from './after-paint.ts'

/** False until the first render is painted, so that the rest can be rendered after it. */
export function usePainted(): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => afterPaint(() => setPainted(true)), [])
  return isPainted
}
