import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** What was published of the forecasts: no fact and no row of the log, and kept over a restart. */
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
