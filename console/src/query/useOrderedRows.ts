import { useState } from 'react'
import { toast } from '../hooks/toast.ts'
import { useOrdering } from '../hooks/useOrdering.ts'
import { useSaving } from './useSaving.ts'

type Wanted<R> = {
  rows: R[]
  /** where one of them is */
  url: string
  /** where their order is */
  orderUrl: string
  words: { orderFailed: string; removeFailed: string; removed: string }
  onChanged: () => Promise<void>
}

/** Rows in an order that people give them; they are read again after every change, done or not. */
export function useOrderedRows<R extends { id: number }>(wanted: Wanted<R>) {
  const { rows, url, orderUrl, words, onChanged } = wanted
  const { problem, save, dismiss } = useSaving()
  const [failed, setFailed] = useState('')
  const byId = new Map(rows.map((row) => [row.id, row]))
  const { ids, isUnconfirmed, order } = useOrdering(
    rows.map(({ id }) => id),
    async (order, expected) => {
      setFailed(words.orderFailed)
      const saved = await save({ method: 'PUT', path: orderUrl, body: { order, expected } })
      await onChanged()
      return saved.ok
    },
  )

  async function remove(id: number): Promise<void> {
    setFailed(words.removeFailed)
    const saved = await save({ method: 'DELETE', path: `${url}${id}/` })
    if (saved.ok) toast(words.removed)
    await onChanged()
  }

  const shown = ids.filter((id) => byId.has(id))
  return { byId, ids: shown, isUnconfirmed, order, remove, problem, failed, dismiss }
}
