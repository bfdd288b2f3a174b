import { statements } from './statements.ts'

/** Browsers in which a person has signed in before; guesses from elsewhere do not delay them. */
export const up = statements(`
create table kept.known_device (
  token_hash text not null,
  person integer not null references kept.person (id) on delete cascade,
  seen_at timestamptz not null default now(),
  primary key (person, token_hash)
)
`)
