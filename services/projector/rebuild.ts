import type { Log, Stored, StoredFacts } from '../log/index.ts'
import { createView } from '../store/index.ts'
import type { Store } from '../store/index.ts'
import { keyColumns, viewTableNames } from '../store/view-tables.ts'
import { openCabinets } from './cabinets.ts'
import { openTournaments } from './tournaments.ts'
import { compare } from './witness.ts'
import { readColumns, write } from './writes.ts'

/** Fills a schema of its own from the beginning of the log up to given positions. */
export async function fill(options: {
  log: Log
  store: Store
  schema: string
  upTo: { tournament: number; facts: number }
}): Promise<void> {
  const { log, store, schema, upTo } = options
  await readColumns(store)
  await createView(store, schema)
  const tournaments = openTournaments(log)
  const cabinets = openCabinets(store, schema)
  let from = 0
  await until(upTo.tournament, (each, signal) =>
    log.follow(
      0,
      async (all: Stored[]) => {
        const batch = all.filter(({ seq }) => seq <= upTo.tournament)
        const to = batch.at(-1)?.seq ?? from
        const { writes } = await tournaments.project(batch)
        const checkpoint = { name: 'tournament' as const, from, to }
        await written(store, { schema, checkpoint, writes })
        from = to
        each(to)
      },
      signal,
    ),
  )
  from = 0
  await until(upTo.facts, (each, signal) =>
    log.followFacts(
      0,
      async (all: StoredFacts[]) => {
        const batch = all.filter(({ seq }) => seq <= upTo.facts)
        const to = batch.at(-1)?.seq ?? from
        const { writes } = await cabinets.project(batch)
        await written(store, { schema, checkpoint: { name: 'facts', from, to }, writes })
        from = to
        each(to)
      },
      signal,
    ),
  )
}

async function written(store: Store, batch: Parameters<typeof write>[1]): Promise<void> {
  if (batch.checkpoint.from === batch.checkpoint.to) return
  if (await write(store, batch)) return
  throw new Error(`somebody else is writing to ${batch.schema}`)
}

async function until(
  last: number,
  work: (each: (seq: number) => void, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  if (last === 0) return
  const done = new AbortController()
  await work((seq) => {
    if (seq >= last) done.abort()
  }, done.signal)
}

/** A hash of every table's rows in key order: equal hashes, equal bytes (P6). */
export async function hashes(store: Store, schema: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const table of viewTableNames) {
    const key = keyColumns[table]?.join(', ') ?? 'name'
    const { rows } = await store.pool.query<{ hash: string }>(
      `select count(*) || ':' || coalesce(md5(string_agg(md5(t::text), '' order by ${key})), '')
       as hash from ${schema}.${table} t`,
    )
    found[table] = rows[0]?.hash ?? ''
  }
  return found
}

/** Every difference between the live rows and rows made anew from the log, in words. */
export async function verify(
  log: Log,
  store: Store,
): Promise<{ problems: string[]; commits: number; facts: number }> {
  const verdict = await compare(log, store)
  if (!verdict.ok) return { problems: [verdict.reason], commits: 0, facts: 0 }
  for (let attempt = 0; ; attempt++) {
    const upTo = await projected(store)
    await fill({ log, store, schema: 'view_check', upTo })
    const [live, again] = [await hashes(store, 'view'), await hashes(store, 'view_check')]
    const after = await projected(store)
    // A running Waggle writes on; only rows of the same moment can be compared.
    const moved = after.tournament !== upTo.tournament || after.facts !== upTo.facts
    if (moved && attempt < mostTries) continue
    const problems = Object.keys(live)
      .filter((table) => live[table] !== again[table])
      .map((table) => `${table}: the rows differ from what the log gives (see view_check.${table})`)
    if (moved) problems.push('The log is being written too fast to compare; try in a quiet minute.')
    if (problems.length === 0) await store.pool.query('drop schema view_check cascade')
    return { problems, commits: upTo.tournament, facts: upTo.facts }
  }
}

const mostTries = 5

async function projected(store: Store): Promise<{ tournament: number; facts: number }> {
  const { rows } = await store.pool.query<{ name: string; seq: number }>(
    'select name, seq from view.checkpoint',
  )
  const at = Object.fromEntries(rows.map((row) => [row.name, row.seq]))
  return { tournament: at['tournament'] ?? 0, facts: at['facts'] ?? 0 }
}

/** Drops and refills the read models: filled beside the live ones, swapped by rename. */
export async function rebuild(log: Log, store: Store): Promise<{ commits: number; facts: number }> {
  for (;;) {
    const upTo = { tournament: await log.tail(), facts: await log.factsTail() }
    await fill({ log, store, schema: 'view_next', upTo })
    if (await swap(store, upTo)) return { commits: upTo.tournament, facts: upTo.facts }
  }
}

/** False when the live rows have gone on meanwhile; they never step back. */
async function swap(store: Store, filled: { tournament: number; facts: number }): Promise<boolean> {
  const client = await store.pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<{ name: string; seq: number }>(
      'select name, seq from view.checkpoint for update',
    )
    const at = Object.fromEntries(rows.map((row) => [row.name, row.seq]))
    const ahead = (at['tournament'] ?? 0) > filled.tournament || (at['facts'] ?? 0) > filled.facts
    if (!ahead) {
      await client.query('alter schema view rename to view_old')
      await client.query('alter schema view_next rename to view')
      await client.query('drop schema view_old cascade')
    }
    await client.query('commit')
    return !ahead
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}
