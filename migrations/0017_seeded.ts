import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Marks the persons created by the embedded default setup, because names are not unique. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table kept.person add column seeded_as text unique').execute(db)
}
