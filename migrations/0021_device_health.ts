import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** A device's last report: battery, unsent presses, and response times. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table kept.session add column health jsonb').execute(db)
}
