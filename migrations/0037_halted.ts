import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/**
 * Tournaments with a damaged log, and the position; later commits are ignored until it is repaired.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table kept.halted (
    tournament int primary key,
    seq bigint not null,
    version int not null,
    reason text not null,
    since timestamptz not null default now()
  )`.execute(db)
}
