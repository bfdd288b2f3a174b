import { useState } from 'react'
import { newOrdering } from './ordering.ts'
import type { Send } from './ordering.ts'

/** The server's order, or this screen's pending one until it is confirmed or refused. */
export function useOrdering(ids: readonly number[], send: Send) {
  const [pending, setPending] = useState<number[] | null>(null)
  const [ordering] = useState(() => newOrdering(setPending))
  return {
    ids: pending ?? ids,
    isUnconfirmed: pending !== null,
    order: (next: number[]) => void ordering.order({ order: next, send }, ids),
  }
}
