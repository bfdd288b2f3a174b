import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** When a device was shown that a match begins: what a delay is measured against until one was told. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table kept.shown_start (
    subscription int references kept.subscription on delete cascade,
    match int,
    attempt int,
    start timestamptz not null,
    primary key (subscription, match, attempt)
  )`.execute(db)
}
