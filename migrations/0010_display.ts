import { statements } from './statements.ts'

/**
 * Remote-controlled screens of a venue, and values pinned on overlays. A display is identified by a
 * key that its browser generated, of which only the hash is stored. It has no scene until somebody
 * enters the code that it shows. Pins belong to a cabinet at a tournament, not to a device, so
 * every browser that shows the overlay shows them.
 */
export const up = statements(`
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
`)
