import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** A player's home scene as entered; the existing column has the tournament's scene. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`alter table kept.player add column home_scene text not null default ''`)
    .execute(db)
}
