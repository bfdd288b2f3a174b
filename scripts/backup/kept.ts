// Reads and writes the rows of the schema `kept` through the store's own connection.
import { hashBySum } from '#services/projector/index.ts'
import type { Store } from '#services/store/index.ts'
import { readLines } from './files.ts'

export type Client = Pick<Store['pool'], 'query'>
type Table = { name: string; columns: string[]; key: string }

const rowsAtOnce = 50
/** Short-lived codes that give access to an account; after a restore they would be valid again. */
const codes = ['sign_in', 'verification', 'pairing', 'card_registration']
/** Snapshots, which can be recomputed from the log, and data about this machine only. */
const derived = ['snapshot', 'backup_taken']

export function isLeftOut(table: string): boolean {
  return [...codes, ...derived].includes(table)
}
const maxChars = 4 << 20

/** All tables, each after the tables that it references. */
export async function keptTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table & { needs: string[] }>(
    `select c.relname as name,
      (select json_agg(quote_ident(attname) order by attnum) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      coalesce((select string_agg(quote_ident(a.attname), ', ' order by k.place)
        from pg_index i, unnest(i.indkey) with ordinality as k(attnum, place), pg_attribute a
        where i.indrelid = c.oid and i.indisprimary
          and a.attrelid = c.oid and a.attnum = k.attnum), 'ctid') as key,
      coalesce((select json_agg(distinct f.relname) from pg_constraint r
        join pg_class f on f.oid = r.confrelid
        where r.conrelid = c.oid and r.contype = 'f' and f.oid <> c.oid), '[]') as needs
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'kept' and c.relkind = 'r' order by c.relname collate "C"`,
  )
  const sorted: typeof rows = []
  const isThere = (name: string) => sorted.some((table) => table.name === name)
  while (sorted.length < rows.length) {
    const next = rows.filter(({ name, needs }) => !isThere(name) && needs.every(isThere))
    if (next.length === 0)
      throw new Error('tables of the schema kept refer to each other in a circle')
    sorted.push(...next)
  }
  return sorted.map(({ name, columns, key }) => ({ name, columns, key }))
}

/** One row per line, as serialised by Postgres, so that no value is converted by JavaScript. */
export async function* rowsOf(client: Client, { name, key }: Table): AsyncGenerator<string> {
  await client.query(
    `declare rows cursor for select row_to_json(t)::text as row from kept.${name} t order by ${key}`,
  )
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${rowsAtOnce} from rows`)
    for (const { row } of rows) yield row
    if (rows.length < rowsAtOnce) break
  }
  await client.query('close rows')
}

export async function load(client: Client, folder: string, table: Table): Promise<void> {
  const columns = table.columns.join(', ')
  const text = `insert into kept.${table.name} (${columns}) overriding system value
    select ${columns} from json_populate_recordset(null::kept.${table.name}, $1::json)`
  let waiting: string[] = []
  let chars = 0
  const flush = async () => {
    if (waiting.length > 0) await client.query(text, [`[${waiting.join(',')}]`])
    waiting = []
    chars = 0
  }
  for await (const line of readLines(folder, fileOf(table))) {
    waiting.push(line)
    chars += line.length
    if (chars > maxChars) await flush()
  }
  await flush()
}

export function fileOf({ name }: Table): string {
  return `kept/${name}.jsonl`
}

/** Hashes of all tables, which also show whether every value was restored unchanged. */
export async function keptHashes(
  client: Client,
  tables: Table[],
  hash = hashBySum,
): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const { name } of tables.filter((table) => !isLeftOut(table.name))) {
    const { rows } = await client.query<{ hash: string }>(
      `select count(*) || ':' || coalesce(${hash('row_to_json(t)::text')}, '') as hash
       from kept.${name} t`,
    )
    found[name] = rows[0]?.hash ?? ''
  }
  return found
}

type Sequence = { name: string; last: number | null; start: number }

async function sequencesOf(client: Client): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `select sequencename as name, last_value as last, start_value as start
     from pg_sequences where schemaname = 'kept' order by 1`,
  )
  return rows
}

/** Never older than the rows: an id allocated in the meantime becomes a gap, not a duplicate. */
export async function lastIds(client: Client): Promise<Record<string, number | null>> {
  return Object.fromEntries((await sequencesOf(client)).map(({ name, last }) => [name, last]))
}

export async function setLastIds(
  client: Client,
  ids: Record<string, number | null>,
): Promise<void> {
  for (const { name, start } of await sequencesOf(client)) {
    const last = ids[name] ?? null
    await client.query('select setval($1::regclass, $2, $3)', [
      `kept.${name}`,
      last ?? start,
      last !== null,
    ])
  }
}

/** Ignores the rows that migrations themselves insert. */
export async function isEmpty(client: Client, tables: Table[]): Promise<boolean> {
  for (const { name } of tables) {
    if (name === 'image_key') continue
    const { rowCount } = await client.query(`select 1 from kept.${name} limit 1`)
    if (rowCount) return false
  }
  return true
}

export async function migrationsRun(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select name from kept_migrations.kysely_migration order by name collate "C"',
  )
  return rows.map(({ name }) => name)
}
