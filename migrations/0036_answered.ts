import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/**
 * The name by which services of 0.1.0 know the idempotency keys: they may run beside those of the next
 * release, and are gone with the one after it, which drops this.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statement).execute(db)
}

const statement = `
create view kept.answered as
  select id, content_hash, status, body, created_at, person from kept.idempotency_key
`
