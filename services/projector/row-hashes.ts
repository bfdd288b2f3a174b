import { createHash } from 'node:crypto'
import type { Store } from '../store/index.ts'
import { viewTables } from '../store/view-tables.ts'
import type { TournamentId } from '../../events/ids.ts'

type Queryable = Pick<Store['pool'], 'query'>

/** In an order that no database's own way of sorting texts can change. */
const allRows = `md5(string_agg(md5(t::text), '' order by md5(t::text) collate "C"))`

/** A hash of every table's rows: equal hashes, equal bytes (P6). */
export async function hashes(
  { pool }: { pool: Queryable },
  schema: string,
): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const table of Object.keys(viewTables)) {
    const { rows } = await pool.query<{ hash: string }>(
      `select count(*) || ':' || coalesce(${allRows}, '') as hash from ${schema}.${table} t`,
    )
    found[table] = rows[0]?.hash ?? ''
  }
  return found
}

/** A hash of all rows of each tournament, by its id. */
export async function tournamentHashes(
  { pool }: { pool: Queryable },
  schema: string,
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
      `select ${id} as tournament, ${allRows} as hash from ${schema}.${table} t group by 1`,
    )
    for (const { tournament, hash } of rows) {
      parts.set(tournament, [...(parts.get(tournament) ?? []), `${table} ${hash}`])
    }
  }
  const hashOf = (all: string[]) => createHash('sha256').update(all.join('\n')).digest('hex')
  return new Map([...parts].map(([tournament, all]) => [tournament, hashOf(all)]))
}
