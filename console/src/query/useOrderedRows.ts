import { useState } from 'react'
import { toast } from '../hooks/toast.ts'
import { useOrdering } from '../hooks/sorting/useOrdering.ts'
import { useSaving } from './useSaving.ts'
import type { BodyOf, Write } from '../core/rest.ts'

type Ordering = BodyOf<'PUT /api/tournament/tournament/:id/link-order/'>
type OrderedRowsOptions<R> = {
  rows: R[]
  removal: (id: number) => Write
  ordering: (body: Ordering) => Write
  words: { orderFailed: string; removeFailed: string; removed: string }
  onChanged: () => Promise<void>
}

/** Rows that people sort and remove. They are read again after every change, saved or refused. */
export function useOrderedRows<R extends { id: number }>(options: OrderedRowsOptions<R>) {
  const { rows, removal, ordering, words, onChanged } = options
  const { problem, save, dismiss } = useSaving()
  const [failed, setFailed] = useState('')
  const byId = new Map(rows.map((row) => [row.id, row]))
  const { ids, isUnconfirmed, order } = useOrdering(
    rows.map(({ id }) => id),
    async (order, expected) => {
      setFailed(words.orderFailed)
      const saved = await save(ordering({ order: [...order], expected: [...expected] }))
      await onChanged()
      return saved.ok
    },
  )

  async function remove(id: number): Promise<void> {
    setFailed(words.removeFailed)
    const saved = await save(removal(id))
    if (saved.ok) toast(words.removed)
    await onChanged()
  }

  const shown = ids.filter((id) => byId.has(id))
  return { byId, ids: shown, isUnconfirmed, order, remove, problem, failed, dismiss }
}
