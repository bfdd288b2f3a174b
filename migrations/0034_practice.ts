import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Practices: a scene beside a scene, and the simulated cabinets that play in it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of practice.split(';\n').filter((part) => part.trim())) {
    await sql.raw(statement).execute(db)
  }
}

// What belongs to a scene with `practice_of` is in no list but those that name it.
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
