import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Where a player says they are from; the scene that was kept of them is that of the tournament. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`alter table kept.player add column home_scene text not null default ''`)
    .execute(db)
}
