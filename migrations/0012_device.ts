import { statements } from './statements.ts'

/**
 * Devices of officials: tablets paired with a cabinet, and read-only devices. A device is a
 * session. A paired one belongs to the person who paired it and has a cabinet. Read-only applies to
 * each scene separately, because a person's own tablet may officiate in several.
 */
export const up = statements(`
alter table kept.session
  add column scene int references kept.scene on delete cascade,
  add column cabinet int references kept.cabinet on delete cascade,
  add column name text not null default '',
  add column build text not null default '',
  add column clock_offset_ms int,
  add column last_write_at timestamptz,
  add check ((scene is null) = (cabinet is null));
create index session_scene on kept.session (scene);
create table kept.read_only (
  session int not null references kept.session (id) on delete cascade,
  scene int not null references kept.scene on delete cascade,
  primary key (session, scene)
);
create index read_only_scene on kept.read_only (scene);
create table kept.pairing (
  code_hash text primary key,
  person int not null references kept.person on delete cascade,
  scene int not null references kept.scene on delete cascade,
  cabinet int not null references kept.cabinet on delete cascade,
  name text not null,
  expires_at timestamptz not null
)
`)
