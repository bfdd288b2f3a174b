import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** The scene in which an account was created, and notices about password reset links. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of consent.split(';\n').filter((part) => part.trim())) {
    await sql.raw(statement).execute(db)
  }
}

// Older accounts have no scene, so only the site's owner can reset their passwords.
const consent = `
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
`
