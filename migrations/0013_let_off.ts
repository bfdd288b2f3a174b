import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Why a payment was waived, as one of a few codes, since the ledger has no personal data (P20). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table kept.ledger add column reason text
       check (reason is null or kind = 'comp'
         and reason in ('volunteer', 'guest', 'prize', 'price', 'other'))`,
    )
    .execute(db)
}
