import { useEffect, useState } from 'react'
import { afterPaint } from './after-paint.ts'

/** False until what was drawn first is on the screen: the rest comes behind it. */
export function usePainted(): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => afterPaint(() => setPainted(true)), [])
  return isPainted
}
