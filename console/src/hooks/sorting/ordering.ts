/** The ids with one of them moved one place up (-1) or down (1). At an end nothing moves. */
export function movedBy(ids: readonly number[], id: number, by: -1 | 1): number[] {
  const from = ids.indexOf(id)
  const to = from + by
  if (from < 0 || to < 0 || to >= ids.length) return [...ids]
  return movedTo(ids, id, to)
}

/** The ids with one of them moved to an index. */
export function movedTo(ids: readonly number[], id: number, index: number): number[] {
  return ids.filter((other) => other !== id).toSpliced(index, 0, id)
}

/**
 * Sends an order and resolves to false if it was refused. It must resolve only once the result is
 * visible in the rows that the screen shows.
 */
export type Send = (order: number[], expected: readonly number[]) => Promise<boolean>
type PendingOrder = { order: number[]; send: Send }

/**
 * Sends orders one after another, each with the order it was based on, so that of two people who
 * sort at the same time the second is refused. Of several orders made while one is being sent, only
 * the last is sent. After a refusal they are discarded, because they were based on a refused order.
 * `changed` gets the order to show before the server confirms it, or null for the server's own.
 */
export function newOrdering(changed: (pending: number[] | null) => void) {
  let latest: PendingOrder | null = null
  let isSending = false

  async function sendAll(shown: readonly number[]): Promise<void> {
    isSending = true
    let expected = shown
    while (latest !== null) {
      const { order, send }: PendingOrder = latest
      latest = null
      if (!(await send(order, expected))) break
      expected = order
    }
    latest = null
    isSending = false
    changed(null)
  }

  return {
    async order(next: PendingOrder, shown: readonly number[]): Promise<void> {
      latest = next
      changed(next.order)
      if (!isSending) await sendAll(shown)
    },
  }
}
