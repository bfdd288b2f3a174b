import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Texts of protests, of which the log has only ids and reason codes (P19). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of protest.split(';\n').filter((part) => part.trim())) {
    await sql.raw(statement).execute(db)
  }
}

// Protests and sentences share a sequence: a protest's own text has the protest's id, and a ruling
// refers to the id of its sentence. Texts are deleted when their author is erased (P20).
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
