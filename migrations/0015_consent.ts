import { statements } from './statements.ts'

/**
 * The scene in which an account was created, and notices about password reset links. Older accounts
 * have no scene, so only the site's owner can reset their passwords.
 */
export const up = statements(`
alter table kept.person
  add column made_in int references kept.scene on delete set null;
create index person_made_in on kept.person (made_in) where made_in is not null;
create table kept.reset_notice (
  id int generated always as identity primary key,
  person int not null references kept.person on delete cascade,
  made_by int references kept.person on delete set null,
  made_at timestamptz not null default now()
);
create index reset_notice_person on kept.reset_notice (person);
create index reset_notice_made_by on kept.reset_notice (made_by)
`)
