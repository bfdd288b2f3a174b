import { statements } from './statements.ts'

/**
 * Texts of protests, of which the log has only ids and reason codes (P19). Protests and sentences
 * share a sequence: a protest's own text has the protest's id, and a ruling refers to the id of its
 * sentence. Texts are deleted when their author is erased (P20).
 */
export const up = statements(`
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
`)
