import { chainOf, damageReasons, firstChain, pause } from '../log/index.ts'
import type { Damage, Log } from '../log/index.ts'
import type { Store } from '../store/index.ts'
import type { WitnessedCommit } from './halted.ts'

export type ScrubThrottle = {
  /** pauses before the first pass, and between passes */
  restMs: { first: number; between: number }
  commitsPerSecond: number
}
type Options = {
  log: Pick<Log, 'at'>
  store: Store
  /** halted tournaments, which are skipped until they are released */
  halted: Pick<ReadonlyMap<number, Damage>, 'has'>
  halt(damage: Damage): Promise<void>
  signal: AbortSignal
  throttle?: ScrubThrottle | undefined
  logError(what: string, error: unknown): void
}

const hour = 3_600_000
/** Takes less than 1 % of a core, and six hours for a million commits. */
const defaultThrottle: ScrubThrottle = {
  restMs: { first: 30_000, between: hour },
  commitsPerSecond: 50,
}
const retryMs = 5_000

/**
 * Compares every commit in the log with the witness, from the first to the last, again and again,
 * so that damage to old commits is found before anybody needs them (P9).
 */
export async function scrub(options: Options): Promise<void> {
  const { signal, throttle = defaultThrottle, logError } = options
  const rest = (ms: number) => pause(ms, signal)
  await rest(throttle.restMs.first)
  while (!signal.aborted) {
    const isDone = await compareAll(options, throttle, rest).catch((error: unknown) => {
      // The log or the database is unavailable: the next attempt starts at the first commit.
      if (!signal.aborted) logError('comparing the log with the witness', error)
      return false
    })
    await rest(isDone ? throttle.restMs.between : retryMs)
  }
}

async function compareAll(
  { log, store, halted, halt, signal }: Options,
  { commitsPerSecond }: ScrubThrottle,
  rest: (ms: number) => Promise<void>,
): Promise<boolean> {
  const heads = new Map<number, string>()
  const damaged = new Set<number>()
  const page = Math.max(1, Math.ceil(commitsPerSecond / 5))
  for (let after = 0; !signal.aborted;) {
    const rows = await witnessedAfter(store, after, page)
    for (const seen of rows) {
      const { tournament, version, seq, chain } = seen
      if (signal.aborted) return false
      after = seq
      if (halted.has(tournament) || damaged.has(tournament)) continue
      const reason = await difference(log, seen, heads.get(tournament) ?? firstChain)
      if (reason !== null) {
        damaged.add(tournament)
        await halt({ tournament, version, seq, reason })
      }
      heads.set(tournament, chain)
    }
    if (rows.length < page) return true
    await rest((rows.length / commitsPerSecond) * 1_000)
  }
  return false
}

async function witnessedAfter(
  { pool }: Store,
  seq: number,
  limit: number,
): Promise<WitnessedCommit[]> {
  const text =
    'select seq, tournament, version, chain from kept.witness where seq > $1 order by seq limit $2'
  return (await pool.query<WitnessedCommit>(text, [seq, limit])).rows
}

async function difference(
  log: Pick<Log, 'at'>,
  seen: WitnessedCommit,
  before: string,
): Promise<string | null> {
  const stored = await log.at(seen.seq)
  if (!stored) return damageReasons.missing
  const { commit } = stored
  if (commit.version === 0) return damageReasons.unreadable
  if (commit.chain !== seen.chain) return damageReasons.different
  return chainOf(before, commit) === seen.chain ? null : damageReasons.altered
}
