import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Screens of a venue that are told what to show, and what was pinned on overlays by hand. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of display.split(';\n').filter((part) => part.trim())) {
    await sql.raw(statement).execute(db)
  }
}

// A display is known by a key that its browser made; of that only the hash is kept. It has no scene
// until somebody who stands before it types its code. Pins belong to a cabinet at a tournament and
// not to a device: whichever browser shows the overlay shows them.
const display = `
create table kept.display (
  id int generated always as identity primary key,
  key_hash text not null unique,
  code text not null unique,
  scene int references kept.scene on delete cascade,
  name text not null default '',
  role jsonb,
  version int not null default 1,
  last_seen_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
create index display_scene on kept.display (scene);
create table kept.overlay (
  tournament int not null references kept.tournament on delete cascade,
  cabinet int not null references kept.cabinet on delete cascade,
  pins jsonb not null,
  primary key (tournament, cabinet)
)
`
