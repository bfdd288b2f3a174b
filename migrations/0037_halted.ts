import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Tournaments whose log is damaged, and where: of these nothing later is taken until it is repaired. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table kept.halted (
    tournament int primary key,
    seq bigint not null,
    version int not null,
    reason text not null,
    since timestamptz not null default now()
  )`.execute(db)
}
