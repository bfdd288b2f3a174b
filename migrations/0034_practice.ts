import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Practices: a separate scene for each scene, and its simulated cabinets. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of practice.split(';\n').filter((part) => part.trim())) {
    await sql.raw(statement).execute(db)
  }
}

// Rows of a scene with `practice_of` are left out of lists, unless the list is for that scene.
const practice = `
alter table kept.scene add practice_of int unique references kept.scene on delete cascade;
create table kept.practice (
  tournament int primary key,
  cabinet int not null unique references kept.cabinet on delete cascade,
  ends_at timestamptz not null,
  runner text,
  run_until timestamptz
)
`
