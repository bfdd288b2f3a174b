import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Why a player was let off: one of a few words, as the ledger holds nothing of a person (P20). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table kept.ledger add column reason text
       check (reason is null or kind = 'comp'
         and reason in ('volunteer', 'guest', 'prize', 'price', 'other'))`,
    )
    .execute(db)
}
