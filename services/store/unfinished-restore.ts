// Marks a database whose restore was interrupted: the log may be there already, and the accounts
// and scenes not yet. The mark is a schema of its own, because a restore may replace all others.
import type pg from 'pg'

type Client = Pick<pg.Pool, 'query'>

export async function markUnfinished(client: Client): Promise<void> {
  await client.query('create schema if not exists unfinished_restore')
}

export async function unmarkUnfinished(client: Client): Promise<void> {
  await client.query('drop schema if exists unfinished_restore')
}

export async function isUnfinished(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `select to_regnamespace('unfinished_restore') is not null as found`,
  )
  return rows[0]?.found === true
}

export async function refuseUnfinished(client: Client): Promise<void> {
  if (!(await isUnfinished(client))) return
  throw new Error(
    'A restore was interrupted here, so log and database are incomplete: run npm run restore again.',
  )
}
