import { useOrdering } from '../hooks/sorting/useOrdering.ts'
import { useActions } from './useActions.ts'
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
  const { problem, failed, act, dismiss } = useActions()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const { ids, isUnconfirmed, order } = useOrdering(
    rows.map(({ id }) => id),
    async (order, expected) => {
      const write = ordering({ order: [...order], expected: [...expected] })
      const saved = await act(write, { failed: words.orderFailed })
      await onChanged()
      return saved.ok
    },
  )

  async function remove(id: number): Promise<void> {
    await act(removal(id), { failed: words.removeFailed, done: words.removed })
    await onChanged()
  }

  const shown = ids.filter((id) => byId.has(id))
  return { byId, ids: shown, isUnconfirmed, order, remove, problem, failed, dismiss }
}
