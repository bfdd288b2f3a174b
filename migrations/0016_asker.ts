import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** The caller of a stored response, and an index for pruning old responses. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table kept.answered add column asker text').execute(db)
  await sql
    .raw('create index answered_created on kept.answered (created_at) where status > 0')
    .execute(db)
}
