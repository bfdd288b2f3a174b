import { createHash } from 'node:crypto'
import type { Store } from './index.ts'
import { locks } from './advisory-lock.ts'
import { ddl, viewTables } from './view-tables.ts'

const statements = ddl(viewTables)
/** Who writes rows of another form, as another release does, writes nothing. */
export const viewForm = createHash('sha256').update(statements).digest('hex')

/** The tables in a schema, empty; with `keepSameForm`, only where they are not of this form. */
export async function createView(
  store: Store,
  schema: string,
  { keepSameForm = false } = {},
): Promise<boolean> {
  const client = await store.pool.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [locks.view])
    const found = await client.query<{ comment: string | null }>(
      `select obj_description(oid, 'pg_namespace') as comment from pg_namespace where nspname = $1`,
      [schema],
    )
    if (keepSameForm && found.rows[0]?.comment === viewForm) {
      await client.query('commit')
      return false
    }
    await client.query(`drop schema if exists ${schema} cascade`)
    await client.query(`create schema ${schema}`)
    const made = statements.replaceAll('$.', `${schema}.`).replaceAll('$form', viewForm)
    await client.query(made)
    await client.query(`comment on schema ${schema} is '${viewForm}'`)
    await client.query('commit')
    return true
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}

/**
 * Throws where the tables have other columns than their rows: somebody altered them by hand, and
 * what is written to them would not be what is read from them.
 */
export async function checkView({ pool }: Pick<Store, 'pool'>): Promise<void> {
  const { rows } = await pool.query<{ name: string; column: string; type: string }>(
    // Of the tables themselves: the views of `information_schema` are joined of all there is.
    `select c.relname as name, a.attname as column,
       format_type(a.atttypid, a.atttypmod) || case when a.attnotnull then ' not null' else '' end as type
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = to_regnamespace('view') and c.relkind in ('r', 'v', 'f', 'p')
       and a.attnum > 0 and not a.attisdropped`,
  )
  const found = rows.map(({ name, column, type }) => `${name}.${column} ${type}`)
  const expected = Object.entries(viewTables).flatMap(([name, { columns }]) =>
    Object.entries(columns).map(([column, type]) => `${name}.${column} ${type}`),
  )
  const differing = [
    ...found.filter((column) => !expected.includes(column)).map((column) => `has ${column}`),
    ...expected.filter((column) => !found.includes(column)).map((column) => `lacks ${column}`),
  ]
  if (differing.length === 0) return
  const what = `The schema "view" is not as this version makes it: it ${differing.join(', it ')}.`
  throw new Error(`${what} It was altered by hand; npm run rebuild makes it anew.`)
}
