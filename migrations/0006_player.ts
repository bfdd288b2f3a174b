import { statements } from './statements.ts'

/**
 * Players, of which the log has only ids (P19), and pictures of teams. Deleting a person deletes
 * their registrations, and deleting a tournament deletes its players. A trigger deletes stored
 * command responses about a deleted player (P20).
 */
export const up = statements(`
create sequence kept.player_id;
create table kept.player (
  id int primary key,
  tournament int not null references kept.tournament on delete cascade,
  scene int not null references kept.scene on delete cascade,
  name text not null,
  pronouns text not null default '',
  tidbit text not null default '',
  image text,
  do_not_display boolean not null default false,
  email text,
  price int not null default 0 check (price >= 0),
  registration_time timestamptz not null default now(),
  check_in_time timestamptz,
  paid boolean not null default false,
  selected_payment_options jsonb not null default '[]',
  answers jsonb not null default '{}',
  "user" int references kept.person on delete cascade,
  unique (tournament, "user")
);
create table kept.team (
  id int primary key,
  image text
);
create index answered_player on kept.answered ((body -> 'body' ->> 'id'))
  where body -> 'body' ? 'doNotDisplay';
create function kept.forget_player() returns trigger language plpgsql as $$
begin
  delete from kept.answered
    where body -> 'body' ? 'doNotDisplay' and body -> 'body' ->> 'id' = old.id::text; return null; end $$;
create trigger forget_player after delete on kept.player
  for each row execute function kept.forget_player()
`)
