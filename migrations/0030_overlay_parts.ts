import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** The parts of an overlay that are switched on, and the pages that show them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of overlay.split(';\n').filter((part) => part.trim())) {
    await sql.raw(statement).execute(db)
  }
}

// A page identifies itself. Its reports are deleted with the tournament.
const overlay = `
alter table kept.overlay add column parts jsonb not null default '{}',
  add column version float8 not null default 0;
create table kept.overlay_page (
  tournament int not null references kept.tournament on delete cascade,
  cabinet int not null references kept.cabinet on delete cascade,
  page text not null,
  part text not null,
  version float8 not null,
  silent_ms int,
  seen_at timestamptz not null default now(),
  primary key (tournament, page)
)
`
