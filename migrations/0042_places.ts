import { statements } from './statements.ts'

/**
 * The number of places of a tournament, and who waits for one: first come, first served. A free
 * place is offered for some hours. Removed questions keep their text for the export of answers.
 */
export const up = statements(`
alter table kept.tournament add column places int check (places > 0);
alter table kept.tournament add column offer_hours int not null default 24 check (offer_hours > 0);
create table kept.waiting (
  id int primary key generated always as identity,
  tournament int not null references kept.tournament on delete cascade,
  "user" int not null references kept.person on delete cascade,
  language text not null,
  joined_at timestamptz not null default now(),
  offered_until timestamptz,
  told_at timestamptz,
  unique (tournament, "user")
);
create index waiting_user on kept.waiting ("user");
create table kept.removed_question (
  tournament int not null references kept.tournament on delete cascade,
  field_name text not null,
  field_description text not null,
  choices jsonb not null,
  primary key (tournament, field_name)
);
create function kept.keep_removed_question() returns trigger language plpgsql as $$
begin
  insert into kept.removed_question (tournament, field_name, field_description, choices)
    select old.tournament, old.field_name, old.field_description, old.choices
    where exists (select from kept.tournament where id = old.tournament)
    on conflict do nothing;
  return null;
end $$;
create trigger keep_removed_question after delete on kept.question
  for each row execute function kept.keep_removed_question()
`)
