import type { Log, Verdict } from '../log/index.ts'
import type { Store } from '../store/index.ts'

const sound: Verdict = { ok: true }

/**
 * Postgres has seen every commit it projected. A log that ends earlier, or holds something else at
 * that place, came back from an older disk: writing on would fork the history (P9).
 */
export async function compare(log: Log, store: Store): Promise<Verdict> {
  const commits = await compareCommits(log, store)
  return commits.ok ? compareFacts(log, store) : commits
}

async function compareCommits(log: Log, store: Store): Promise<Verdict> {
  const { rows } = await store.pool.query<{ seq: number; chain: string }>(
    'select seq, chain from kept.witness order by seq desc limit 1',
  )
  const seen = rows[0]
  if (!seen) return sound
  const tail = await log.tail()
  if (tail < seen.seq) {
    return broken(`The log ends at ${tail}, but the database has seen it up to ${seen.seq}.`)
  }
  const stored = await log.at(seen.seq)
  if (stored?.commit.chain === seen.chain) return sound
  return broken(`The log differs at ${seen.seq} from what the database has seen.`)
}

/** Facts have no chain: of the last message that was projected every event must be known. */
async function compareFacts(log: Log, store: Store): Promise<Verdict> {
  const { rows } = await store.pool.query<{ seq: number }>(
    `select seq from view.checkpoint where name = 'facts'`,
  )
  const seen = rows[0]?.seq ?? 0
  if (seen === 0) return sound
  const tail = await log.factsTail()
  if (tail < seen) {
    const ends = `The log of cabinet facts ends at ${tail}`
    return broken(`${ends}, but the database has seen it up to ${seen}.`)
  }
  const { cabinet = 0, events = [] } = (await log.factsAt(seen))?.facts ?? {}
  const ids = [...new Set(events.map((event) => event.eventID))]
  const count = await store.pool.query<{ n: number }>(
    `select count(*)::int as n from view.cabinet_event where cabinet = $1 and event_id = any($2)`,
    [cabinet, ids],
  )
  if (count.rows[0]?.n === ids.length) return sound
  return broken(`The log of cabinet facts differs at ${seen} from what the database has seen.`)
}

function broken(reason: string): Verdict {
  return { ok: false, reason }
}

/** Found in the middle of the log; `isStill`: nobody has repaired it. */
type Difference = { reason: string; isStill(): Promise<boolean> }

/** Says to every desk whether commands may be taken. */
export function openWitness(log: Log, store: Store) {
  let reason: string | null = null
  let difference: Difference | null = null

  async function verdict(): Promise<Verdict> {
    if (reason !== null) return broken(reason)
    if (difference && (await difference.isStill())) return broken(difference.reason)
    difference = null
    return compare(log, store)
  }

  const end = log.answer('witness.verify', verdict)
  return {
    verdict,
    isBroken(because: string): void {
      if (reason !== because) log.publish('witness.broken', broken(because))
      reason = because
    },
    isSound(): void {
      reason = null
    },
    differs(found: Difference): void {
      if (difference?.reason !== found.reason) log.publish('witness.broken', broken(found.reason))
      difference = found
    },
    end,
  }
}
export type Witness = ReturnType<typeof openWitness>
