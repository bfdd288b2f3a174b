import { statements } from './statements.ts'

/**
 * The line for casual games at a cabinet. A cabinet without a row has no line. Games up to
 * `last_game` have moved the line.
 */
export const up = statements(`
create table kept.pickup (
  cabinet int primary key references kept.cabinet on delete cascade,
  rule text not null check (rule in ('winner_stays', 'blue_steps_off')),
  max_wins int,
  winners text check (winners in ('blue', 'gold')),
  wins int not null default 0,
  last_game bigint not null
);
create table kept.pickup_entry (
  id serial primary key,
  cabinet int not null references kept.pickup on delete cascade,
  name text not null,
  size int not null,
  games int not null default 0,
  side text check (side in ('blue', 'gold')),
  place int not null,
  person int references kept.person on delete cascade,
  key_hash text not null,
  created_at timestamptz not null default now()
);
create index pickup_entry_cabinet on kept.pickup_entry (cabinet);
create index pickup_entry_person on kept.pickup_entry (person) where person is not null;
create index pickup_entry_created_at on kept.pickup_entry (created_at)
`)
