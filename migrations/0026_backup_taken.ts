import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Times of backups, to warn the operator when the last one is too old. Not part of backups. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statement).execute(db)
}

const statement = `
create table kept.backup_taken (
  at timestamptz primary key default now(),
  commits bigint not null,
  facts bigint not null
)
`
