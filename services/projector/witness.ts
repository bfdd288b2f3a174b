import type { Log, Verdict } from '../log/index.ts'
import type { Store } from '../store/index.ts'

/**
 * Postgres has seen every commit it projected. A log that ends earlier, or holds something else at
 * that place, came back from an older disk: writing on would fork the history (P9).
 */
export async function compare(log: Log, store: Store): Promise<Verdict> {
  const { rows } = await store.pool.query<{ seq: number; chain: string }>(
    'select seq, chain from kept.witness order by seq desc limit 1',
  )
  const seen = rows[0]
  if (seen) {
    const tail = await log.tail()
    if (tail < seen.seq) {
      const reason = `The log ends at ${tail}, but the database has seen it up to ${seen.seq}.`
      return { ok: false, reason }
    }
    const stored = await log.at(seen.seq)
    if (stored?.commit.chain !== seen.chain) {
      return { ok: false, reason: `The log differs at ${seen.seq} from what the database has seen.` }
    }
  }
  const facts = await store.pool.query<{ seq: number }>(
    `select seq from view.checkpoint where name = 'facts'`,
  )
  const projected = facts.rows[0]?.seq ?? 0
  const tail = await log.factsTail()
  if (tail >= projected) return { ok: true }
  const reason = `The log of cabinet facts ends at ${tail}, but the database has seen it up to ${projected}.`
  return { ok: false, reason }
}
