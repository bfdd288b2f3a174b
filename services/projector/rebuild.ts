import { readCommit } from '../../events/schema/upcast.ts'
import { firstOf, pairAt } from '../log/index.ts'
import type { Log, LogPair, Stored, StoredFacts } from '../log/index.ts'
import { openStates } from '../states/index.ts'
import { createView } from '../store/index.ts'
import type { Store } from '../store/index.ts'
import { openCabinets } from './cabinets.ts'
import { haltedIn, stepsOf } from './halted.ts'
import { openTournaments, projectSteps } from './tournaments.ts'
import { whyBroken } from './witness.ts'
import { checkpointName, firstCheckpoint, write } from './writes.ts'
import type { Batch, Checkpoint } from './writes.ts'

/** How far the streams have been folded: the first two, and those of further pairs. */
export type Positions = { tournament: number; facts: number } & { [name in Checkpoint]: number }
/** Rows in a schema of their own; each call brings them forward to given positions. */
type Filling = { upTo(positions: Positions): Promise<void> }

type Queryable = Pick<Store['pool'], 'query'>

/** `isUnseen`: the rows that are filled become the live ones, and so the witness follows. */
export async function openFilling(
  log: Log,
  store: Store,
  schema: string,
  isUnseen: (seq: number) => boolean = () => false,
): Promise<Filling> {
  await createView(store, schema)
  for (const { index } of log.pairs.slice(1)) {
    for (const kind of ['tournament', 'facts'] as const) {
      await store.pool.query(firstCheckpoint(schema), [checkpointName(kind, index), 0])
    }
  }
  const halted = new Map((await haltedIn(store)).map((damage) => [damage.tournament, damage]))
  const tournaments = openTournaments(openStates({ log }), halted)
  const cabinets = openCabinets(store, schema)
  const reached: Positions = { tournament: 0, facts: 0 }
  const at = (name: Checkpoint) => reached[name] ?? 0

  type Filled = Pick<Batch, 'writes' | 'witness' | 'halts'>
  async function written(name: Checkpoint, to: number, { witness = [], ...filled }: Filled) {
    const checkpoint = { name, from: at(name), to }
    const unseen = witness.filter(({ seq }) => isUnseen(Number(seq)))
    if (!(await write(store, { schema, checkpoint, ...filled, witness: unseen }))) {
      throw new Error(`somebody else is writing to ${schema}`)
    }
    reached[name] = to
  }

  /** Of one that is halted the database has the commits, as far as its rows go. */
  async function fillHalted(pair: LogPair, upTo: number): Promise<void> {
    const name = checkpointName('tournament', pair.index)
    for (const tournament of halted.keys()) {
      if ((await log.pairOfTournament(tournament)) !== pair) continue
      const { steps } = stepsOf(tournament, await witnessed(store, tournament, upTo))
      const { writes } = projectSteps(steps)
      if (steps.length > 0) await written(name, at(name), { writes })
    }
  }

  async function fillPair(pair: LogPair, positions: Positions): Promise<void> {
    const [commits, facts] = [
      checkpointName('tournament', pair.index),
      checkpointName('facts', pair.index),
    ]
    const [lastCommit, lastFacts] = [positions[commits] ?? 0, positions[facts] ?? 0]
    await until(lastCommit, at(commits), (each, signal) => {
      const take = (batch: Stored[], to: number) =>
        tournaments.project(batch).then((filled) => written(commits, to, filled))
      return pair.follow(at(commits), noFurther(lastCommit, take, each), signal)
    })
    await fillHalted(pair, lastCommit)
    await until(lastFacts, at(facts), (each, signal) => {
      const take = (batch: StoredFacts[], to: number) =>
        cabinets.project(batch).then((filled) => written(facts, to, filled))
      return pair.followFacts(at(facts), noFurther(lastFacts, take, each), signal)
    })
  }

  return {
    async upTo(positions) {
      for (const pair of log.pairs) await fillPair(pair, positions)
    },
  }
}

/** What comes at once, up to a position. */
function noFurther<T extends { seq: number }>(
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

async function witnessed({ pool }: Store, tournament: number, upTo: number): Promise<Stored[]> {
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

/** Fills a schema of its own from the beginning of the log up to given positions. */
export async function fill(options: {
  log: Log
  store: Store
  schema: string
  upTo: Positions
}): Promise<void> {
  const { log, store, schema, upTo } = options
  const filling = await openFilling(log, store, schema)
  await filling.upTo(upTo)
}

export async function positions(pool: Queryable): Promise<Positions> {
  const { rows } = await pool.query<{ name: Checkpoint; seq: number }>(
    'select name, seq from view.checkpoint',
  )
  return { tournament: 0, facts: 0, ...Object.fromEntries(rows.map((row) => [row.name, row.seq])) }
}

/** Drops and refills the read models: filled beside the live ones, swapped by rename. */
export async function rebuild(log: Log, store: Store): Promise<{ commits: number; facts: number }> {
  const [broken] = await whyBroken(log, store)
  if (broken) throw new Error(broken)
  await dropOld(store)
  const seen = await lastWitnessed(log, store)
  const isUnseen = (seq: number) => seq > seen[pairAt(seq)]!
  const filling = await openFilling(log, store, 'view_next', isUnseen)
  const filled = await ends(log)
  await filling.upTo(filled)
  const found = stored(await swap(store, filling, filled))
  await dropOld(store)
  return found
}

/** The last position of every stream. */
export async function ends(log: Pick<Log, 'pairs'>): Promise<Positions> {
  const found: Positions = { tournament: 0, facts: 0 }
  for (const pair of log.pairs) {
    found[checkpointName('tournament', pair.index)] = await pair.tail()
    found[checkpointName('facts', pair.index)] = await pair.factsTail()
  }
  return found
}

export function entriesOf(positions: Positions): [Checkpoint, number][] {
  return Object.entries(positions) as [Checkpoint, number][]
}

/** How many messages stand up to these positions. */
export function stored(positions: Positions): { commits: number; facts: number } {
  const count = (kind: 'tournament' | 'facts') => {
    const all = entriesOf(positions).filter(([name]) => name.split('.')[0] === kind)
    const sizes = all.map(([name, seq]) => seq - firstOf(Number(name.split('.')[1] ?? 0)) + 1)
    return sizes.reduce((sum, size) => sum + Math.max(0, size), 0)
  }
  return { commits: count('tournament'), facts: count('facts') }
}

/** By pair of streams. */
function lastWitnessed({ pairs }: Log, { pool }: Store): Promise<number[]> {
  const text = 'select coalesce(max(seq), 0) as seq from kept.witness where seq < $1'
  return Promise.all(
    pairs.map(async ({ index }) => {
      const { rows } = await pool.query<{ seq: number }>(text, [firstOf(index + 1)])
      return rows[0]?.seq ?? 0
    }),
  )
}

/** The projector waits while the last steps are taken after it, so the rows never step back. */
async function swap(store: Store, filling: Filling, filled: Positions): Promise<Positions> {
  const client = await store.pool.connect()
  try {
    await client.query('begin')
    await client.query('lock table view.checkpoint in access exclusive mode')
    const live = await positions(client)
    const upTo = { ...filled }
    for (const [name, seq] of entriesOf(live)) upTo[name] = Math.max(seq, filled[name] ?? 0)
    await filling.upTo(upTo)
    await client.query('alter schema view rename to view_old')
    await client.query('alter schema view_next rename to view')
    await client.query('commit')
    return upTo
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}

const deadlock = '40P01'

/** Not in the transaction of the swap: who still reads the old rows may hold what this wants. */
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
