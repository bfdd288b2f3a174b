import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** What people wrote about protests: the log has ids and reason codes alone (P19). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of protest.split(';\n').filter((part) => part.trim())) {
    await sql.raw(statement).execute(db)
  }
}

// Numbers of protests and of sentences come from one sequence: a protest's own text has its number,
// a ruling names the one of its sentence. Who wrote it takes it along when they are erased (P20).
const protest = `
create sequence kept.protest_id;
create table kept.protest_text (
  id int primary key,
  tournament int not null references kept.tournament on delete cascade,
  person int references kept.person on delete cascade,
  text text not null,
  created_at timestamptz not null default now()
);
create index protest_text_tournament on kept.protest_text (tournament);
create index protest_text_person on kept.protest_text (person)
`
