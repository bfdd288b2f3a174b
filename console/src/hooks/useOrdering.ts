import { useState } from 'react'
import { newOrdering } from './ordering.ts'
import type { Send } from './ordering.ts'

/** The server's order with this screen's own drawn ahead of it until it is taken or refused. */
export function useOrdering(ids: readonly number[], send: Send) {
  const [ahead, setAhead] = useState<number[] | null>(null)
  const [ordering] = useState(() => newOrdering(setAhead))
  return {
    ids: ahead ?? ids,
    isUnconfirmed: ahead !== null,
    order: (next: number[]) => void ordering.order({ order: next, send }, ids),
  }
}
