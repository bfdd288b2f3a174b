import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** What a device last said of its battery, of what it has not sent, and of how fast it is answered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table kept.session add column health jsonb').execute(db)
}
