import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** A migration that runs SQL statements, sent as one query. */
export function statements(text: string) {
  return async (db: Kysely<unknown>): Promise<void> => {
    await sql.raw(text).execute(db)
  }
}
