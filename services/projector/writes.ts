import { createHash } from 'node:crypto'
import { Unavailable, nameForPair } from '../log/index.ts'
import type { Damage } from '../log/index.ts'
import { withoutFlush, rowFormat } from '../store/index.ts'
import type { Store } from '../store/index.ts'
import { snake, viewTables } from '../store/view-tables.ts'

/**
 * Rows to write and keys to remove, by table (snake_case) and key. The last entry for a key wins.
 */
export type Writes = Map<string, Map<string, Row | null>>
type Row = Record<string, unknown>

export function put(writes: Writes, table: string, key: string, row: Row): void {
  of(writes, table).set(key, row)
}

/** For rows that never change: the first one wins, within a batch and between batches. */
export function putFirst(writes: Writes, table: string, key: string, row: Row): void {
  const rows = of(writes, table)
  if (!rows.has(key)) rows.set(key, row)
}

/** `row` has the key columns. */
export function remove(writes: Writes, table: string, key: string, row: Row): void {
  of(writes, table).set(key, { ...row, [gone]: true })
}

const gone = Symbol('gone')

function of(writes: Writes, named: string): Map<string, Row | null> {
  const table = snake(named)
  const rows = writes.get(table) ?? new Map<string, Row | null>()
  writes.set(table, rows)
  return rows
}

/**
 * The statement commits without waiting for the flush. Whatever a crash of Postgres loses (rows,
 * checkpoint and witness together) is projected again from the log, which is flushed.
 */
const unflushedColumn = `select count(*)::int as moved, ${withoutFlush}`

/**
 * Names of checkpoints: `tournament` and `facts` for the first pair, `tournament.1` … for others.
 */
export type Checkpoint = 'tournament' | 'facts' | `${'tournament' | 'facts'}.${number}`

export function checkpointName(kind: 'tournament' | 'facts', pair: number): Checkpoint {
  return nameForPair(kind, pair)
}

export type Batch = {
  schema: string
  /** fencing: nothing is written unless the checkpoint is at `from` */
  checkpoint: { name: Checkpoint; from: number; to: number }
  writes: Writes
  /** commits to add to the witness; only for rows that are live or are going to be */
  witness?: Row[]
  /** tournaments to halt, and tournaments to release */
  halts?: Damage[]
  releases?: number[]
}

/**
 * Writes rows, change, checkpoint and witness, or none of them (P8), in one statement and one round
 * trip. Returns false if another projector has moved the checkpoint, or another release has rebuilt
 * the rows.
 */
export async function write(store: Store, batch: Batch): Promise<boolean> {
  const { schema, checkpoint, writes, witness = [], halts = [], releases = [] } = batch
  const parameters: unknown[] = [checkpoint.name, checkpoint.from, checkpoint.to, rowFormat]
  const parts = [
    `moved as (update ${schema}.checkpoint set seq = $3
      where name = $1 and seq = $2 and form = $4 returning 1)`,
  ]
  for (const [table, rows] of writes) {
    const all = [...rows.values()].filter((row) => row !== null)
    const kept = all.filter((row) => !(gone in row))
    const removed = all.filter((row) => gone in row)
    if (kept.length > 0) parts.push(upsert(schema, table, push(parameters, kept)))
    if (removed.length > 0) parts.push(removal(schema, table, push(parameters, removed)))
  }
  if (witness.length > 0) {
    parts.push(`seen as (insert into kept.witness select * from
      json_populate_recordset(null::kept.witness, $${push(parameters, witness)}::json)
      where exists (select from moved) on conflict (seq) do nothing)`)
  }
  if (halts.length > 0) {
    parts.push(`halts as (${insertHalted} from json_populate_recordset(null::kept.halted,
      $${push(parameters, halts)}::json) where exists (select from moved) on conflict do nothing)`)
  }
  if (releases.length > 0) {
    parts.push(`releases as (delete from kept.halted
      where tournament = any($${parameters.push(releases)}) and exists (select from moved))`)
  }
  const text = `with ${parts.join(', ')} ${unflushedColumn} from moved`
  const statement = { name: nameOf(text), text, values: parameters }
  const { rows } = await store.pool.query<{ moved: number }>(statement)
  return rows[0]?.moved === 1
}

/** Inserts halted tournaments; callers add `on conflict do nothing`, so the first finding wins. */
export const insertHalted = `insert into kept.halted (tournament, seq, version, reason)
  select tournament, seq, version, reason`

/**
 * A name makes each connection plan each of the few dozen statements once, which halves the cost.
 */
function nameOf(text: string): string {
  const name = names.get(text) ?? createHash('sha256').update(text).digest('hex').slice(0, 32)
  names.set(text, name)
  return name
}
const names = new Map<string, string>()

function push(parameters: unknown[], rows: Row[]): number {
  const snaked = rows.map(snakeKeys)
  const text = JSON.stringify(snaked)
  return parameters.push(unstorable.test(text) ? JSON.stringify(snaked, storable) : text)
}

/** Postgres rejects NUL and lone surrogates; one such text must not block the whole batch. */
const unstorable = /\\u(0000|d[89a-f])/

function storable(_key: string, part: unknown): unknown {
  return typeof part === 'string' ? part.toWellFormed().replaceAll('\0', '\uFFFD') : part
}

function upsert(schema: string, table: string, parameter: number): string {
  const { columns, primaryKey: key } = viewTables[table]!
  const into = `${schema}.${table}`
  const source = `json_populate_recordset(null::${into}, $${parameter}::json)`
  // Cabinet events never change.
  const changing = table === 'cabinet_event' ? [] : Object.keys(columns)
  const set = changing.filter((name) => !key.includes(name)).map((c) => `${c} = excluded.${c}`)
  const otherwise = set.length > 0 ? `do update set ${set.join(', ')}` : 'do nothing'
  return `put_${table} as (insert into ${into} select * from ${source}
    where exists (select from moved) on conflict (${key.join(', ')}) ${otherwise})`
}

function removal(schema: string, table: string, parameter: number): string {
  const { primaryKey: key } = viewTables[table]!
  const into = `${schema}.${table}`
  const source = `json_populate_recordset(null::${into}, $${parameter}::json)`
  const same = key.map((column) => `t.${column} = s.${column}`).join(' and ')
  return `gone_${table} as (delete from ${into} t using ${source} s
    where ${same} and exists (select from moved))`
}

function snakeKeys(row: Row): Row {
  const out: Row = {}
  for (const key of Object.keys(row)) out[snake(key)] = row[key]
  return out
}

/** Rebuilt rows have no checkpoints of further pairs yet. */
export const firstCheckpoint = (schema: string) =>
  `insert into ${schema}.checkpoint (name, seq, form)
   select $1, $2, form from ${schema}.checkpoint where name = 'tournament' on conflict do nothing`

export async function checkpointOf(
  store: Store,
  schema: string,
  name: Checkpoint,
): Promise<number> {
  if (name.includes('.')) await store.pool.query(firstCheckpoint(schema), [name, 0])
  const text = `select seq from ${schema}.checkpoint where name = $1 and form = $2`
  const { rows } = await store.pool.query<{ seq: number }>(text, [name, rowFormat])
  if (!rows[0]) throw new Unavailable('the rows are those of another release')
  return rows[0].seq
}
