import { statements } from './statements.ts'

/**
 * Payment accounts, checkouts, and the ledger of payments. Ledger and checkouts have only ids and
 * cents, and outlive player and tournament. `cents` is the money received or paid out, `covers` is
 * the part of the price that an entry settles; they differ for a comp.
 */
export const up = statements(`
create table kept.payment_account (
  id int generated always as identity primary key,
  scene int not null references kept.scene on delete cascade,
  stripe_account_id text not null unique,
  details_submitted boolean not null default false,
  charges_enabled boolean not null default false,
  disabled_reason text,
  created_at timestamptz not null default now()
);
create index payment_account_scene on kept.payment_account (scene);
create table kept.checkout (
  id int generated always as identity primary key,
  tournament int not null,
  player int not null,
  attempt int not null,
  account text not null,
  cents int not null check (cents > 0),
  fee int not null check (fee >= 0),
  asked text not null,
  session text unique,
  state text not null check (state in ('open', 'waiting', 'paid', 'failed', 'expired')),
  created_at timestamptz not null default now(),
  unique (player, attempt)
);
create table kept.ledger (
  id int generated always as identity primary key,
  tournament int not null,
  player int not null,
  kind text not null check (kind in ('card', 'cash', 'comp', 'refund', 'dispute')),
  cents int not null,
  covers int not null,
  fee int not null default 0,
  person int,
  at timestamptz not null default now(),
  account text,
  payment text,
  provider_object text unique,
  reverses int unique references kept.ledger
);
create index ledger_tournament on kept.ledger (tournament, id);
create index ledger_player on kept.ledger (player);
create index ledger_payment on kept.ledger (payment);
create function kept.ledger_stays() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is only added to'; end $$;
create trigger ledger_stays before update or delete on kept.ledger
  for each row execute function kept.ledger_stays();
create view kept.balance as
  select player, sum(cents) as cents, sum(covers) as covered,
    count(*) filter (where is_payment and reverses is null)
      > count(*) filter (where is_payment and reverses is not null) as has_paid
  from (select *, kind in ('card', 'cash', 'comp') as is_payment from kept.ledger) as entry
  group by player;
create table kept.stripe_event (
  id text primary key,
  type text not null,
  account text,
  object text not null,
  received_at timestamptz not null default now(),
  attempts int not null default 0,
  due_at timestamptz
);
create index stripe_event_due on kept.stripe_event (due_at) where due_at is not null;
insert into kept.ledger (tournament, player, kind, cents, covers)
  select tournament, id, 'cash', price, price from kept.player where paid order by id;
alter table kept.player drop column paid
`)
