/** Ids with one of them a place further up (-1) or down (1); the same at an end. */
export function shifted(ids: readonly number[], id: number, by: -1 | 1): number[] {
  const from = ids.indexOf(id)
  const to = from + by
  if (from < 0 || to < 0 || to >= ids.length) return [...ids]
  return placed(ids, id, to)
}

/** Ids with one of them at an index. */
export function placed(ids: readonly number[], id: number, index: number): number[] {
  return ids.filter((other) => other !== id).toSpliced(index, 0, id)
}

/** False: it was refused. What it resolves after is to be seen everywhere by then. */
export type Send = (order: number[], expected: readonly number[]) => Promise<boolean>
type PendingOrder = { order: number[]; send: Send }

/**
 * Sends orders one after another, each with the one it was made from, so that of two people who
 * order at once the second is told. Those made while one is on its way go out as the last of them;
 * after a refusal none does: they were made from an order that never was. `changed` is told the
 * order that is drawn ahead of the server's, null for the server's own.
 */
export function newOrdering(changed: (ahead: number[] | null) => void) {
  let latest: PendingOrder | null = null
  let isSending = false

  async function sendAll(seen: readonly number[]): Promise<void> {
    isSending = true
    let expected = seen
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
    async order(wanted: PendingOrder, seen: readonly number[]): Promise<void> {
      latest = wanted
      changed(wanted.order)
      if (!isSending) await sendAll(seen)
    },
  }
}
