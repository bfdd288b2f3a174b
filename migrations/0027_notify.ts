import { statements } from './statements.ts'

/**
 * Subscriptions of receivers outside, and their deliveries. An address is encrypted, because it
 * allows sending to the receiver; null when the subscription has ended. Subscription and key
 * identify a delivery, so that it is sent once despite undo or restarts.
 */
export const up = statements(`
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
`)
