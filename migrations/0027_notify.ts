import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Who outside is told what, and what is on its way to them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of notify.split(';\n').filter((part) => part.trim())) {
    await sql.raw(statement).execute(db)
  }
}

// An address is sealed: who has it can write to somebody. It is null once the subscription has ended.
// A delivery is due once for a subscription and key, whatever is undone, read again or restarted.
const notify = `
create table kept.subscription (
  id int generated always as identity primary key,
  channel text not null,
  scene int references kept.scene on delete cascade,
  tournament int references kept.tournament on delete cascade,
  address text,
  options jsonb not null,
  after bigint not null,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  check (scene is not null or tournament is not null)
);
create index subscription_scene on kept.subscription (scene);
create index subscription_tournament on kept.subscription (tournament);
create table kept.delivery (
  id bigint generated always as identity primary key,
  subscription int not null references kept.subscription on delete cascade,
  tournament int,
  key text not null,
  content jsonb not null,
  state text not null default 'pending'
    check (state in ('pending', 'sent', 'outdated', 'refused', 'gone', 'expired')),
  attempts int not null default 0,
  reason text,
  due_at timestamptz not null default now(),
  leased_until timestamptz,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  unique (subscription, key)
);
create index delivery_pending on kept.delivery (subscription, id) where state = 'pending'
`
