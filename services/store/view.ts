import { createHash } from 'node:crypto'
import type { Store } from './store.ts'
import { inTransaction, locks } from './advisory-lock.ts'
import { ddl, viewTables } from './view-tables.ts'

const statements = ddl(viewTables)
/** To be increased when a rule changes, so that the same log gives other rows of the same form. */
const rulesRevision = 3
/**
 * Hash of the table definitions and the rules. A release with a different one may not write rows,
 * and rebuilds them.
 */
export const rowFormat = createHash('sha256').update(`${statements}${rulesRevision}`).digest('hex')

/**
 * Creates the empty tables; with `keepRowFormat`, only if the existing ones have a different one.
 */
export async function createView(
  store: Store,
  schema: string,
  { keepRowFormat = false } = {},
): Promise<boolean> {
  return inTransaction(store, async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [locks.view])
    const existing = await client.query<{ comment: string | null }>(
      `select obj_description(oid, 'pg_namespace') as comment from pg_namespace where nspname = $1`,
      [schema],
    )
    if (keepRowFormat && existing.rows[0]?.comment === rowFormat) return false
    await client.query(`drop schema if exists ${schema} cascade`)
    await client.query(`create schema ${schema}`)
    const script = statements.replaceAll('$.', `${schema}.`).replaceAll('$form', rowFormat)
    await client.query(script)
    await client.query(`comment on schema ${schema} is '${rowFormat}'`)
    return true
  })
}

/**
 * Throws if the columns of the tables differ from the rows, because somebody altered them by hand;
 * rows could then not be read back as they were written.
 */
export async function checkView({ pool }: Pick<Store, 'pool'>): Promise<void> {
  const { rows } = await pool.query<{ name: string; column: string; type: string }>(
    // Reads `pg_class` directly, because the views of `information_schema` are slow joins.
    `select c.relname as name, a.attname as column,
       format_type(a.atttypid, a.atttypmod) || case when a.attnotnull then ' not null' else '' end as type
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = to_regnamespace('view') and c.relkind in ('r', 'v', 'f', 'p')
       and a.attnum > 0 and not a.attisdropped`,
  )
  const actual = rows.map(({ name, column, type }) => `${name}.${column} ${type}`)
  const expected = Object.entries(viewTables).flatMap(([name, { columns }]) =>
    Object.entries(columns).map(([column, type]) => `${name}.${column} ${type}`),
  )
  const differing = [
    ...actual.filter((column) => !expected.includes(column)).map((column) => `has ${column}`),
    ...expected.filter((column) => !actual.includes(column)).map((column) => `lacks ${column}`),
  ]
  if (differing.length === 0) return
  const problem = `The schema "view" does not match this version: it ${differing.join(', it ')}.`
  throw new Error(`${problem} It was altered by hand; npm run rebuild recreates it.`)
}
