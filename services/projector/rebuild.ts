import { readCommit } from '#events/schema/upcast.ts'
import { firstOf, pairAt } from '../log/index.ts'
import type { Log, LogPair, StoredCommit, StoredFacts } from '../log/index.ts'
import { openStates } from '../states/index.ts'
import { besideTransaction, createView, inTransaction } from '../store/index.ts'
import type { Store } from '../store/index.ts'
import { openCabinets } from './cabinets.ts'
import { haltedIn, stepsOf } from './halted.ts'
import { openTournaments, projectSteps } from './tournaments.ts'
import { haveRows, lostFacts, lostFactsMessage } from './lost-facts.ts'
import { logDifferences, witnessGaps } from './witness.ts'
import { checkpointName, firstCheckpoint, write } from './writes.ts'
import type { Batch, Checkpoint } from './writes.ts'

/**
 * The position each stream has been projected to: those of the first pair, and of further pairs.
 */
export type Positions = { tournament: number; facts: number } & { [name in Checkpoint]: number }
/** Fills the rows of a separate schema; each call continues up to the positions. */
type Filler = {
  upTo(positions: Positions): Promise<void>
  /** positions at which the log has no cabinet facts any more */
  lostFacts(): Promise<number[]>
}

type Queryable = Pick<Store['pool'], 'query'>

type Projection = Pick<Batch, 'writes' | 'witness' | 'halts'>
type IsUnseen = (seq: number) => boolean

/** Writes rows with their checkpoint, and knows how far each stream has been written. */
function openWriter(store: Store, schema: string, isUnseen: IsUnseen) {
  const reached: Positions = { tournament: 0, facts: 0 }
  const at = (name: Checkpoint) => reached[name] ?? 0
  async function writeUpTo(name: Checkpoint, to: number, { witness = [], ...rest }: Projection) {
    const checkpoint = { name, from: at(name), to }
    const unseen = witness.filter(({ seq }) => isUnseen(Number(seq)))
    if (!(await write(store, { schema, checkpoint, ...rest, witness: unseen }))) {
      throw new Error(`somebody else is writing to ${schema}`)
    }
    reached[name] = to
  }
  return { reached, at, writeUpTo }
}
type Writer = ReturnType<typeof openWriter>

/** `isUnseen`: commits to add to the witness, if the rows are going to become the live ones. */
export async function openFiller(
  log: Log,
  store: Store,
  schema: string,
  isUnseen: IsUnseen = () => false,
): Promise<Filler> {
  await createView(store, schema)
  for (const { index } of log.pairs.slice(1)) {
    for (const kind of ['tournament', 'facts'] as const) {
      await store.pool.query(firstCheckpoint(schema), [checkpointName(kind, index), 0])
    }
  }
  const halted = new Map((await haltedIn(store)).map((damage) => [damage.tournament, damage]))
  const tournaments = openTournaments(openStates({ log }), halted)
  const cabinets = openCabinets(store, schema)
  const writer = openWriter(store, schema, isUnseen)
  let factsRead = 0

  /**
   * Fills halted tournaments from the witness, which has the commits their live rows are made of.
   */
  async function fillHalted(pair: LogPair, upTo: number): Promise<void> {
    const name = checkpointName('tournament', pair.index)
    for (const tournament of halted.keys()) {
      if ((await log.pairOfTournament(tournament)) !== pair) continue
      const { steps } = stepsOf(tournament, await witnessed(store, tournament, upTo))
      const { writes } = projectSteps(steps)
      if (steps.length > 0) await writer.writeUpTo(name, writer.at(name), { writes })
    }
  }

  async function fillPair(pair: LogPair, positions: Positions): Promise<void> {
    const commits = checkpointName('tournament', pair.index)
    const lastCommit = positions[commits] ?? 0
    await fillStream(writer, pair, {
      name: commits,
      last: lastCommit,
      stored: log.at,
      follow: pair.follow,
      project: (batch) => tournaments.project(batch),
    })
    await fillHalted(pair, lastCommit)
    const facts = checkpointName('facts', pair.index)
    await fillStream(writer, pair, {
      name: facts,
      last: positions[facts] ?? 0,
      stored: log.factsAt,
      follow: pair.followFacts,
      project(batch: StoredFacts[]) {
        factsRead += batch.length
        return cabinets.project(batch)
      },
    })
  }

  return {
    async upTo(positions) {
      for (const pair of log.pairs) await fillPair(pair, positions)
    },
    // Each position costs a request, so they are looked up only if messages are missing.
    lostFacts: async () =>
      factsRead === countMessages(writer.reached).facts ? [] : lostFacts(log, writer.reached),
  }
}

type Source<T> = {
  name: Checkpoint
  last: number
  stored(seq: number): Promise<T | null>
  follow(
    after: number,
    each: (batch: T[], upTo: number) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void>
  project(batch: T[]): Promise<Projection>
}

async function fillStream<T extends { seq: number }>(
  { at, writeUpTo }: Writer,
  pair: LogPair,
  { name, last, stored, follow, project }: Source<T>,
): Promise<void> {
  const end = await lastStored(stored, { pair, first: at(name), last })
  const take = async (batch: T[], to: number) => writeUpTo(name, to, await project(batch))
  await until(end, at(name), (each, signal) => follow(at(name), cutAt(end, take, each), signal))
  if (at(name) < last) await writeUpTo(name, last, { writes: new Map() })
}

/**
 * The last position up to `last` that still has a message: a reader would wait forever for one that
 * the end of the stream has lost.
 */
async function lastStored(
  stored: (seq: number) => Promise<unknown>,
  { pair, first, last }: { pair: LogPair; first: number; last: number },
): Promise<number> {
  // Positions before those of the pair belong to older pairs, whose streams go on.
  const start = Math.max(first, pair.first - 1)
  let seq = last
  while (seq > start && !(await stored(seq))) seq--
  return seq
}

/** A batch handler that drops messages after a position. */
function cutAt<T extends { seq: number }>(
  last: number,
  take: (batch: T[], to: number) => Promise<void>,
  each: (to: number) => void,
) {
  return async (all: T[], upTo: number) => {
    const to = Math.min(last, upTo)
    const batch = all.filter(({ seq }) => seq <= to)
    await take(batch, to)
    each(to)
  }
}

async function witnessed(
  { pool }: Store,
  tournament: number,
  upTo: number,
): Promise<StoredCommit[]> {
  const text = `select seq, commit from kept.witness
    where tournament = $1 and seq <= $2 order by version`
  const { rows } = await pool.query<{ seq: number; commit: unknown }>(text, [tournament, upTo])
  return rows.map(({ seq, commit }) => ({ seq, commit: readCommit(commit) }))
}

async function until(
  last: number,
  first: number,
  work: (each: (seq: number) => void, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  if (first >= last) return
  const done = new AbortController()
  await work((seq) => {
    if (seq >= last) done.abort()
  }, done.signal)
}

/** Fills a separate schema from the beginning of the log up to the positions. */
export async function fill(options: {
  log: Log
  store: Store
  schema: string
  upTo: Positions
}): Promise<void> {
  const { log, store, schema, upTo } = options
  const filler = await openFiller(log, store, schema)
  await filler.upTo(upTo)
}

export async function positions(pool: Queryable): Promise<Positions> {
  const { rows } = await pool.query<{ name: Checkpoint; seq: number }>(
    'select name, seq from view.checkpoint',
  )
  return { tournament: 0, facts: 0, ...Object.fromEntries(rows.map((row) => [row.name, row.seq])) }
}

/**
 * Rebuilds the read models in a schema beside the live one, and swaps them by renaming.
 * `isCompared`: the whole log has been compared with the database, which may have lost rows.
 */
export async function rebuild(
  log: Log,
  store: Store,
  { isCompared = false } = {},
): Promise<{ commits: number; facts: number }> {
  const [broken] = isCompared ? [] : await logDifferences(log, store)
  if (broken) throw new Error(broken)
  await dropOld(store)
  const seen = await lastWitnessed(log, store)
  const gaps = await witnessGaps(store)
  const isUnseen = (seq: number) =>
    seq > seen[pairAt(seq)]! || gaps.some(({ from, to }) => seq >= from && seq <= to)
  const filler = await openFiller(log, store, 'view_next', isUnseen)
  const upTo = await tailPositions(log)
  await filler.upTo(upTo)
  const lost = await filler.lostFacts()
  if (lost.length > 0 && (await haveRows(store, lost))) {
    throw new Error(`Nothing was rebuilt. ${await lostFactsMessage(store, lost)}`)
  }
  const counts = countMessages(await swap(store, filler, upTo))
  await dropOld(store)
  return counts
}

/** The last position of every stream. */
export async function tailPositions(log: Pick<Log, 'pairs'>): Promise<Positions> {
  const tails: Positions = { tournament: 0, facts: 0 }
  for (const pair of log.pairs) {
    tails[checkpointName('tournament', pair.index)] = await pair.tail()
    tails[checkpointName('facts', pair.index)] = await pair.factsTail()
  }
  return tails
}

export function entriesOf(positions: Positions): [Checkpoint, number][] {
  return Object.entries(positions) as [Checkpoint, number][]
}

/** The number of messages up to these positions. */
export function countMessages(positions: Positions): { commits: number; facts: number } {
  const count = (kind: 'tournament' | 'facts') => {
    const all = entriesOf(positions).filter(([name]) => name.split('.')[0] === kind)
    const sizes = all.map(([name, seq]) => seq - firstOf(Number(name.split('.')[1] ?? 0)) + 1)
    return sizes.reduce((sum, size) => sum + Math.max(0, size), 0)
  }
  return { commits: count('tournament'), facts: count('facts') }
}

/** The last position in the witness, by pair of streams. */
function lastWitnessed({ pairs }: Log, { pool }: Store): Promise<number[]> {
  const text = 'select coalesce(max(seq), 0) as seq from kept.witness where seq < $1'
  return Promise.all(
    pairs.map(async ({ index }) => {
      const { rows } = await pool.query<{ seq: number }>(text, [firstOf(index + 1)])
      return rows[0]?.seq ?? 0
    }),
  )
}

/**
 * The lock stops the projector until the new rows have caught up with it, so rows never go back.
 */
function swap(store: Store, filler: Filler, filled: Positions): Promise<Positions> {
  return inTransaction(store, async (client) => {
    await client.query('lock table view.checkpoint in access exclusive mode')
    const live = await positions(client)
    const upTo = { ...filled }
    for (const [name, seq] of entriesOf(live)) upTo[name] = Math.max(seq, filled[name] ?? 0)
    await besideTransaction(() => filler.upTo(upTo)) // a rebuild is alone in its process
    await client.query('alter schema view rename to view_old')
    await client.query('alter schema view_next rename to view')
    return upTo
  })
}

const deadlock = '40P01'

/**
 * Outside the transaction of the swap, because readers of the old rows may hold conflicting locks.
 */
async function dropOld(store: Store): Promise<void> {
  for (;;) {
    try {
      await store.pool.query('drop schema if exists view_old cascade')
      return
    } catch (error) {
      if ((error as { code?: string }).code !== deadlock) throw error
    }
  }
}
