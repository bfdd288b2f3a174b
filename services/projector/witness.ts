import { damageReasons, firstOf } from '../log/index.ts'
import type {
  Damage,
  Log,
  LogPair,
  Stored,
  ToldVerdict,
  Verdict,
  VerifyRequest,
} from '../log/index.ts'
import type { Store } from '../store/index.ts'
import { halt, haltedIn, isWhole, lookAt } from './halted.ts'
import type { Seen } from './halted.ts'
import { checkpointName } from './writes.ts'

/** Of one pair of streams; null: it is what the database has seen. */
type Broken = string | null

/**
 * Postgres has seen every commit it projected. A pair of streams that ends earlier, or holds something
 * else at that place, came back from an older disk: writing on would fork the history (P9).
 */
export async function compare(log: Log, store: Store, pair: LogPair): Promise<Verdict> {
  const halted = await haltedIn(store)
  const reason =
    (await compareCommits({ log, store, pair }, halted)) ??
    (await compareFacts({ log, store, pair }))
  return reason === null ? { ok: true, halted } : { ok: false, reason }
}

/** Why rows cannot be made from the log: nothing follows what a pair has lost. */
export async function whyBroken(log: Log, store: Store): Promise<string[]> {
  const found: string[] = []
  for (const pair of log.pairs) {
    const verdict = await compare(log, store, pair)
    if (!verdict.ok) found.push(verdict.reason)
  }
  return found
}

type Comparing = { log: Log; store: Store; pair: LogPair }

/** Tournaments that are found damaged are added to `halted`. */
async function compareCommits({ log, store, pair }: Comparing, halted: Damage[]): Promise<Broken> {
  const end = (await lastSeen(store, pair, []))?.seq ?? 0
  const tail = end > 0 ? await pair.tail() : 0
  if (tail < end) return `The log ends at ${tail}, but the database has seen it up to ${end}.`
  for (;;) {
    const seen = await lastSeen(store, pair, halted)
    if (!seen) return null
    const stored = await log.at(seen.seq)
    if (stored?.commit.chain === seen.chain) return null
    if (stored && (await isWhole(log, stored))) {
      return `The log differs at ${seen.seq} from what the database has seen.`
    }
    const { tournament, version, seq } = seen
    const damage = { tournament, version, seq, reason: damageOf(stored) }
    await halt(store, damage)
    halted.push(damage)
  }
}

/** The last commit of a pair that the database has seen of any other tournament. */
async function lastSeen(
  { pool }: Store,
  { index }: LogPair,
  halted: { tournament: number }[],
): Promise<Seen | null> {
  const text = `select seq, tournament, version, chain from kept.witness
    where tournament <> all($1) and seq >= $2 and seq < $3 order by seq desc limit 1`
  const but = halted.map(({ tournament }) => tournament)
  const { rows } = await pool.query<Seen>(text, [but, firstOf(index), firstOf(index + 1)])
  const [seen] = rows
  return seen ?? null
}

function damageOf(stored: Stored | null): string {
  if (!stored) return damageReasons.missing
  return stored.commit.version === 0 ? damageReasons.unreadable : damageReasons.altered
}

/** Facts have no chain: of the last message that was projected every event must be known. */
async function compareFacts({ log, store, pair }: Comparing): Promise<Broken> {
  const { rows } = await store.pool.query<{ seq: number }>(
    'select seq from view.checkpoint where name = $1',
    [checkpointName('facts', pair.index)],
  )
  const seen = rows[0]?.seq ?? 0
  if (seen < firstOf(pair.index)) return null
  const tail = await pair.factsTail()
  if (tail < seen) {
    const ends = `The log of cabinet facts ends at ${tail}`
    return `${ends}, but the database has seen it up to ${seen}.`
  }
  const { cabinet = 0, events = [] } = (await log.factsAt(seen))?.facts ?? {}
  const ids = [...new Set(events.map((event) => event.eventID))]
  const count = await store.pool.query<{ n: number }>(
    `select count(*)::int as n from view.cabinet_event where cabinet = $1 and event_id = any($2)`,
    [cabinet, ids],
  )
  if (count.rows[0]?.n === ids.length) return null
  return `The log of cabinet facts differs at ${seen} from what the database has seen.`
}

/** Says to every desk whether commands may be taken, and on which tournaments none are. */
export function openWitness(log: Log, store: Store) {
  const verdictOf = (pair: LogPair) => compare(log, store, pair)
  const end = log.answer('witness.verify', async (message) => {
    const { pair = 0, suspect } = message as VerifyRequest
    const damage = suspect === undefined ? null : (await lookAt(log, store, suspect)).damage
    if (damage) await halt(store, damage)
    return verdictOf(log.pairs[pair]!)
  })
  return {
    verdicts: () => Promise.all(log.pairs.map(verdictOf)),
    /** a tournament is halted, or goes on: every process is told */
    async tell(): Promise<void> {
      const telling = log.pairs.map(async (pair) => {
        const told: ToldVerdict = { ...(await verdictOf(pair)), pair: pair.index }
        log.publish('witness.broken', told)
      })
      await Promise.all(telling)
    },
    end,
  }
}
export type Witness = ReturnType<typeof openWitness>
