import { statements } from './statements.ts'

/** Tables of the Challonge service: encrypted tokens, its outbox, and its position in the log. */
export const up = statements(`
create table kept.link_token (
  stage int primary key,
  tournament int not null,
  sealed text not null,
  updated_at timestamptz not null default now()
);
create table kept.errand (
  match int not null,
  kind text not null check (kind in ('result', 'live', 'mark')),
  tournament int not null,
  stage int not null,
  key text not null,
  content jsonb not null,
  state text not null check (state in ('pending', 'sent', 'failed')),
  attempts int not null,
  reason text,
  due_at timestamptz,
  noted boolean not null,
  primary key (match, kind)
);
create index errand_tournament on kept.errand (tournament);
create table kept.courier (
  name text primary key,
  seq bigint not null
)
`)
