import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Published estimates, which are not in the log but have to survive a restart. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table kept.estimate (
        tournament int primary key,
        as_of timestamptz not null,
        published jsonb not null
      )`,
    )
    .execute(db)
}
