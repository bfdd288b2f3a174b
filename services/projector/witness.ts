import { damageReasons } from '../log/index.ts'
import type { Log, Stored, Verdict, VerifyRequest } from '../log/index.ts'
import type { Store } from '../store/index.ts'
import { halt, haltedIn, isWhole, lookAt } from './halted.ts'
import type { Seen } from './halted.ts'

const sound: Verdict = { ok: true }

/**
 * Postgres has seen every commit it projected. A log that ends earlier, or holds something else at
 * that place, came back from an older disk: writing on would fork the history (P9).
 */
export async function compare(log: Log, store: Store): Promise<Verdict> {
  const commits = await compareCommits(log, store)
  if (!commits.ok) return commits
  const facts = await compareFacts(log, store)
  return facts.ok ? commits : facts
}

async function compareCommits(log: Log, store: Store): Promise<Verdict> {
  const halted = await haltedIn(store)
  const end = (await lastSeen(store, []))?.seq ?? 0
  const tail = end > 0 ? await log.tail() : 0
  if (tail < end) {
    return broken(`The log ends at ${tail}, but the database has seen it up to ${end}.`)
  }
  for (;;) {
    const seen = await lastSeen(store, halted)
    if (!seen) return { ok: true, halted }
    const stored = await log.at(seen.seq)
    if (stored?.commit.chain === seen.chain) return { ok: true, halted }
    if (stored && (await isWhole(log, stored))) {
      return broken(`The log differs at ${seen.seq} from what the database has seen.`)
    }
    const { tournament, version, seq } = seen
    const damage = { tournament, version, seq, reason: damageOf(stored) }
    await halt(store, damage)
    halted.push(damage)
  }
}

/** The last commit that the database has seen of any other tournament. */
async function lastSeen({ pool }: Store, halted: { tournament: number }[]): Promise<Seen | null> {
  const text = `select seq, tournament, version, chain from kept.witness
    where tournament <> all($1) order by seq desc limit 1`
  const { rows } = await pool.query<Seen>(text, [halted.map(({ tournament }) => tournament)])
  const [seen] = rows
  return seen ?? null
}

function damageOf(stored: Stored | null): string {
  if (!stored) return damageReasons.missing
  return stored.commit.version === 0 ? damageReasons.unreadable : damageReasons.altered
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

/** Says to every desk whether commands may be taken, and on which tournaments none are. */
export function openWitness(log: Log, store: Store) {
  const verdict = () => compare(log, store)
  const end = log.answer('witness.verify', async (message) => {
    const { suspect } = message as VerifyRequest
    const damage = suspect === undefined ? null : (await lookAt(log, store, suspect)).damage
    if (damage) await halt(store, damage)
    return verdict()
  })
  return {
    verdict,
    /** a tournament is halted, or goes on: every process is told */
    async tell(): Promise<void> {
      log.publish('witness.broken', await verdict())
    },
    end,
  }
}
export type Witness = ReturnType<typeof openWitness>
