import { statements } from './statements.ts'

/**
 * The parts of an overlay that are switched on, and the pages that show them. A page identifies
 * itself. Its reports are deleted with the tournament.
 */
export const up = statements(`
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
`)
