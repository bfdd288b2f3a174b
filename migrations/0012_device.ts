import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Devices of officials: tablets paired with a cabinet, and read-only devices. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of device.split(';\n').filter((part) => part.trim())) {
    await sql.raw(statement).execute(db)
  }
}

// A device is a session. A paired one belongs to the person who paired it and has a cabinet.
// Read-only applies to each scene separately, because a person's own tablet may officiate in
// several.
const device = `
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
`
