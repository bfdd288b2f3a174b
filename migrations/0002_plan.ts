import { statements } from './statements.ts'

/** Published estimates, which are not in the log but have to survive a restart. */
export const up = statements(`
create table kept.estimate (
  tournament int primary key,
  as_of timestamptz not null,
  published jsonb not null
)
`)
