import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** The start of a match that a device was shown; the first delay is measured against it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table kept.shown_start (
    subscription int references kept.subscription on delete cascade,
    match int,
    attempt int,
    start timestamptz not null,
    primary key (subscription, match, attempt)
  )`.execute(db)
}
