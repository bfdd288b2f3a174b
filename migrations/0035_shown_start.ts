import { statements } from './statements.ts'

/** The start of a match that a device was shown; the first delay is measured against it. */
export const up = statements(`
create table kept.shown_start (
  subscription int references kept.subscription on delete cascade,
  match int,
  attempt int,
  start timestamptz not null,
  primary key (subscription, match, attempt)
)
`)
