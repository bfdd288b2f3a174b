import { setTimeout as sleep } from 'node:timers/promises'
import { chainOf, firstChain } from '../log/index.ts'
import type { Log } from '../log/index.ts'
import type { Store } from '../store/index.ts'
import type { Witness } from './witness.ts'

export type ScrubPace = {
  /** before the first commit is looked at, and after the last one */
  restMs: { first: number; between: number }
  commitsPerSecond: number
}
type Options = {
  log: Pick<Log, 'at'>
  store: Store
  witness: Pick<Witness, 'differs'>
  signal: AbortSignal
  pace?: ScrubPace | undefined
  note(what: string, error: unknown): void
}
type Seen = { seq: number; tournament: number; version: number; chain: string }

const hour = 3_600_000
/** Less than a hundredth of a core, and a million commits in six hours. */
const usualPace: ScrubPace = {
  restMs: { first: 30_000, between: hour },
  commitsPerSecond: 50,
}
const retryMs = 5_000

/**
 * Compares every commit in the log with what the database saw of it, from the first to the last, again
 * and again: what was damaged in the middle long ago is found before anybody needs it (P9).
 */
export async function scrub(options: Options): Promise<void> {
  const { signal, pace = usualPace, note } = options
  const rest = (ms: number) => sleep(ms, undefined, { signal }).catch(() => {})
  await rest(pace.restMs.first)
  while (!signal.aborted) {
    const isDone = await compareAll(options, pace, rest).catch((error: unknown) => {
      // The log or the database is away: the next try begins at the first commit.
      if (!signal.aborted) note('comparing the log with the witness', error)
      return false
    })
    await rest(isDone ? pace.restMs.between : retryMs)
  }
}

async function compareAll(
  { log, store, witness, signal }: Options,
  { commitsPerSecond }: ScrubPace,
  rest: (ms: number) => Promise<void>,
): Promise<boolean> {
  const heads = new Map<number, string>()
  const page = Math.max(1, Math.ceil(commitsPerSecond / 5))
  for (let after = 0; !signal.aborted;) {
    const rows = await seenAfter(store, after, page)
    for (const seen of rows) {
      const before = heads.get(seen.tournament) ?? firstChain
      if (signal.aborted) return false
      if (!(await isSame(log, seen, before))) {
        const { tournament, version, seq } = seen
        const where = `Tournament ${tournament}, version ${version}`
        const reason = `${where}: the log differs at ${seq} from what the database has seen.`
        const again = async () => (await seenAfter(store, seq - 1, 1))[0]
        const isStill = async () => !(await isSame(log, (await again()) ?? seen, before))
        witness.differs({ reason, isStill })
        return true
      }
      heads.set(seen.tournament, seen.chain)
      after = seen.seq
    }
    if (rows.length < page) return true
    await rest((rows.length / commitsPerSecond) * 1_000)
  }
  return false
}

async function seenAfter({ pool }: Store, seq: number, limit: number): Promise<Seen[]> {
  const text =
    'select seq, tournament, version, chain from kept.witness where seq > $1 order by seq limit $2'
  return (await pool.query<Seen>(text, [seq, limit])).rows
}

async function isSame(log: Pick<Log, 'at'>, seen: Seen, before: string): Promise<boolean> {
  const stored = await log.at(seen.seq)
  return stored?.commit.chain === seen.chain && chainOf(before, stored.commit) === seen.chain
}
