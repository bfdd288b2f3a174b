import { readCommit } from '../../events/schema/upcast.ts'
import type { Log, Stored } from '../log/index.ts'
import { openStates } from '../states/index.ts'
import { createView } from '../store/index.ts'
import type { Store } from '../store/index.ts'
import { openCabinets } from './cabinets.ts'
import { haltedIn, stepsOf } from './halted.ts'
import { openTournaments, projectSteps } from './tournaments.ts'
import { compare } from './witness.ts'
import { write } from './writes.ts'
import type { Batch } from './writes.ts'
import type { TournamentId } from '../../events/ids.ts'

/** How far the two streams have been folded. */
export type Positions = { tournament: TournamentId; facts: number }
/** Rows in a schema of their own; each call brings them forward to given positions. */
type Filling = { upTo(positions: Positions): Promise<void> }

type Queryable = Pick<Store['pool'], 'query'>

/** `witnessAfter`: the rows that are filled become the live ones, and so the witness follows. */
export async function openFilling(
  log: Log,
  store: Store,
  schema: string,
  witnessAfter = Number.POSITIVE_INFINITY,
): Promise<Filling> {
  await createView(store, schema)
  const halted = new Map((await haltedIn(store)).map((damage) => [damage.tournament, damage]))
  const tournaments = openTournaments(openStates({ log }), halted)
  const cabinets = openCabinets(store, schema)
  const at: Positions = { tournament: 0, facts: 0 }

  type Filled = Pick<Batch, 'writes' | 'witness' | 'halts'>
  async function written(name: keyof Positions, to: number, { witness = [], ...filled }: Filled) {
    const checkpoint = { name, from: at[name], to }
    const unseen = witness.filter(({ seq }) => Number(seq) > witnessAfter)
    if (!(await write(store, { schema, checkpoint, ...filled, witness: unseen }))) {
      throw new Error(`somebody else is writing to ${schema}`)
    }
    at[name] = to
  }

  /** Of one that is halted the database has the commits, as far as its rows go. */
  async function fillHalted(upTo: number): Promise<void> {
    for (const tournament of halted.keys()) {
      const { steps } = stepsOf(tournament, await witnessed(store, tournament, upTo))
      const { writes } = projectSteps(steps)
      if (steps.length > 0) await written('tournament', at.tournament, { writes })
    }
  }

  return {
    async upTo({ tournament, facts }) {
      await until(tournament, at.tournament, (each, signal) =>
        log.follow(
          at.tournament,
          async (all) => {
            const batch = all.filter(({ seq }) => seq <= tournament)
            const to = batch.at(-1)?.seq ?? at.tournament
            if (to > at.tournament)
              await written('tournament', to, await tournaments.project(batch))
            each(to)
          },
          signal,
        ),
      )
      await fillHalted(tournament)
      await until(facts, at.facts, (each, signal) =>
        log.followFacts(
          at.facts,
          async (all) => {
            const batch = all.filter(({ seq }) => seq <= facts)
            const to = batch.at(-1)?.seq ?? at.facts
            if (to > at.facts) await written('facts', to, await cabinets.project(batch))
            each(to)
          },
          signal,
        ),
      )
    },
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
  const { rows } = await pool.query<{ name: keyof Positions; seq: number }>(
    'select name, seq from view.checkpoint',
  )
  return { tournament: 0, facts: 0, ...Object.fromEntries(rows.map((row) => [row.name, row.seq])) }
}

/** Drops and refills the read models: filled beside the live ones, swapped by rename. */
export async function rebuild(log: Log, store: Store): Promise<{ commits: number; facts: number }> {
  const verdict = await compare(log, store)
  if (!verdict.ok) throw new Error(verdict.reason)
  await dropOld(store)
  const filling = await openFilling(log, store, 'view_next', await lastWitnessed(store))
  const filled = { tournament: await log.tail(), facts: await log.factsTail() }
  await filling.upTo(filled)
  const { tournament, facts } = await swap(store, filling, filled)
  await dropOld(store)
  return { commits: tournament, facts }
}

async function lastWitnessed({ pool }: Store): Promise<number> {
  const text = 'select coalesce(max(seq), 0) as seq from kept.witness'
  const { rows } = await pool.query<{ seq: number }>(text)
  return rows[0]?.seq ?? 0
}

/** The projector waits while the last steps are taken after it, so the rows never step back. */
async function swap(store: Store, filling: Filling, filled: Positions): Promise<Positions> {
  const client = await store.pool.connect()
  try {
    await client.query('begin')
    await client.query('lock table view.checkpoint in access exclusive mode')
    const live = await positions(client)
    const upTo = {
      tournament: Math.max(live.tournament, filled.tournament),
      facts: Math.max(live.facts, filled.facts),
    }
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
