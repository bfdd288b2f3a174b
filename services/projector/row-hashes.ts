import { createHash } from 'node:crypto'
import type { Store } from '../store/index.ts'
import { viewTables } from '../store/view-tables.ts'
import type { TournamentId } from '#events/ids.ts'

type Queryable = Pick<Store['pool'], 'query'>

/** Makes the SQL of a hash over many rows from the SQL of a row's text. */
export type RowsHash = (row: string) => string

/**
 * Sums both halves of the md5 of each row. It does not depend on the order of rows, so nothing is
 * sorted, and its memory does not grow with the number of rows.
 */
export const hashBySum: RowsHash = (row) => {
  const half = (part: string) => `sum(('x' || ${part}(md5(${row}), 16))::bit(64)::bigint)`
  return `${half('left')} || ',' || ${half('right')}`
}

/** The hash in backups of format 1: a text of all rows, which Postgres limits to 1 GiB. */
export const hashBySorting: RowsHash = (row) =>
  `md5(string_agg(md5(${row}), '' order by md5(${row}) collate "C"))`

/** A hash of the rows of each table (P6). */
export async function tableHashes(
  { pool }: { pool: Queryable },
  schema: string,
  hash = hashBySum,
): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const table of Object.keys(viewTables)) {
    const { rows } = await pool.query<{ hash: string }>(
      `select count(*) || ':' || coalesce(${hash('t::text')}, '') as hash from ${schema}.${table} t`,
    )
    found[table] = rows[0]?.hash ?? ''
  }
  return found
}

/** A hash of all rows of each tournament, by tournament id. */
export async function tournamentHashes(
  { pool }: { pool: Queryable },
  schema: string,
  hash = hashBySum,
): Promise<Map<number, string>> {
  const { rows: tables } = await pool.query<{ table: string; id: string }>(
    `select table_name as "table", column_name as id from information_schema.columns
     where table_schema = $1 and table_name = any($2)
       and (column_name = 'tournament' or (table_name = 'tournament' and column_name = 'id'))
     order by table_name collate "C"`,
    [schema, Object.keys(viewTables)],
  )
  const parts = new Map<number, string[]>()
  for (const { table, id } of tables) {
    const { rows } = await pool.query<{ tournament: TournamentId; hash: string }>(
      `select ${id} as tournament, ${hash('t::text')} as hash from ${schema}.${table} t group by 1`,
    )
    for (const { tournament, hash } of rows) {
      parts.set(tournament, [...(parts.get(tournament) ?? []), `${table} ${hash}`])
    }
  }
  const hashOf = (all: string[]) => createHash('sha256').update(all.join('\n')).digest('hex')
  return new Map([...parts].map(([tournament, all]) => [tournament, hashOf(all)]))
}
