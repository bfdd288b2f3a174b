import { damageReasons, firstOf, pairAt } from '../log/index.ts'
import type {
  Damage,
  Log,
  LogPair,
  StoredCommit,
  PairWitnessCheck,
  VerifyRequest,
  WitnessCheck,
} from '../log/index.ts'
import type { Store } from '../store/index.ts'
import { halt, haltedIn, isIntact, compareTournament } from './halted.ts'
import type { WitnessedCommit } from './halted.ts'
import { checkpointName } from './writes.ts'

/** Why a pair of streams differs from the witness; null: it does not. */
type Difference = string | null

/**
 * The witness has every projected commit. A pair of streams that ends earlier, or has another
 * message at the last position, was restored from an older disk: new writes would fork the history
 * (P9).
 */
export async function compare(log: Log, store: Store, pair: LogPair): Promise<WitnessCheck> {
  const halted = await haltedIn(store)
  const reason =
    (await compareCommits({ log, store, pair }, halted)) ??
    (await compareFacts({ log, store, pair }))
  return reason === null ? { ok: true, halted } : { ok: false, reason }
}

/** Why the rows cannot be rebuilt from the log: the differences of all pairs. */
export async function logDifferences(log: Log, store: Store): Promise<string[]> {
  const reasons: string[] = []
  for (const pair of log.pairs) {
    const check = await compare(log, store, pair)
    if (!check.ok) reasons.push(check.reason)
  }
  return reasons
}

/** Positions before the last one that the witness lacks, within each pair of streams. */
export async function witnessGaps({ pool }: Store): Promise<{ from: number; to: number }[]> {
  const { rows } = await pool.query<{ seq: number; before: number | null }>(
    `select seq, before from (select seq, lag(seq) over (order by seq) as before from kept.witness) w
     where seq <> coalesce(before, 0) + 1 order by seq`,
  )
  return rows.flatMap(({ seq, before }) => {
    const from = Math.max((before ?? 0) + 1, firstOf(pairAt(seq)))
    return from < seq ? [{ from, to: seq - 1 }] : []
  })
}

type CompareOptions = { log: Log; store: Store; pair: LogPair }

/** Halts damaged tournaments and adds them to `halted`. */
async function compareCommits(
  { log, store, pair }: CompareOptions,
  halted: Damage[],
): Promise<Difference> {
  const end = (await lastWitnessed(store, pair, []))?.seq ?? 0
  const tail = end > 0 ? await pair.tail() : 0
  if (tail < end) return `The log ends at ${tail}, but the database has seen it up to ${end}.`
  for (;;) {
    const seen = await lastWitnessed(store, pair, halted)
    if (!seen) return null
    const stored = await log.at(seen.seq)
    if (stored?.commit.chain === seen.chain) return null
    if (stored && (await isIntact(log, stored))) {
      return `The log differs at ${seen.seq} from what the database has seen.`
    }
    const { tournament, version, seq } = seen
    const damage = { tournament, version, seq, reason: damageOf(stored) }
    await halt(store, damage)
    halted.push(damage)
  }
}

/** The last commit of a pair in the witness, leaving out halted tournaments. */
async function lastWitnessed(
  { pool }: Store,
  { index }: LogPair,
  halted: { tournament: number }[],
): Promise<WitnessedCommit | null> {
  const text = `select seq, tournament, version, chain from kept.witness
    where tournament <> all($1) and seq >= $2 and seq < $3 order by seq desc limit 1`
  const but = halted.map(({ tournament }) => tournament)
  const { rows } = await pool.query<WitnessedCommit>(text, [
    but,
    firstOf(index),
    firstOf(index + 1),
  ])
  const [seen] = rows
  return seen ?? null
}

function damageOf(stored: StoredCommit | null): string {
  if (!stored) return damageReasons.missing
  return stored.commit.version === 0 ? damageReasons.unreadable : damageReasons.altered
}

/** Facts have no chain, so all events of the last projected message must have rows. */
async function compareFacts({ log, store, pair }: CompareOptions): Promise<Difference> {
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

/**
 * Answers the gates of all services: whether writes are allowed, and which tournaments are halted.
 */
export function openWitness(log: Log, store: Store) {
  const checkOf = (pair: LogPair) => compare(log, store, pair)
  const end = log.answer('witness.verify', async (message) => {
    const { pair = 0, suspect } = message as VerifyRequest
    const damage =
      suspect === undefined ? null : (await compareTournament(log, store, suspect)).damage
    if (damage) await halt(store, damage)
    const check = await checkOf(log.pairs[pair]!)
    // The gates of other services have not asked.
    if (damage) log.publish('witness.broken', { ...check, pair })
    return check
  })
  return {
    checks: () => Promise.all(log.pairs.map(checkOf)),
    /** Publishes the checks, after a tournament has been halted or released. */
    async publish(): Promise<void> {
      await Promise.all(
        log.pairs.map(async (pair) => {
          const check: PairWitnessCheck = { ...(await checkOf(pair)), pair: pair.index }
          log.publish('witness.broken', check)
        }),
      )
    },
    end,
  }
}
export type Witness = ReturnType<typeof openWitness>
