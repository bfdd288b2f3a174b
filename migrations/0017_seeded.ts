import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Which of the persons that the embedded default makes somebody is: a name is anybody's. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table kept.person add column seeded_as text unique').execute(db)
}
