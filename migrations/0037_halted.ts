import { statements } from './statements.ts'

/**
 * Tournaments with a damaged log, and the position; later commits are ignored until it is repaired.
 */
export const up = statements(`
create table kept.halted (
  tournament int primary key,
  seq bigint not null,
  version int not null,
  reason text not null,
  since timestamptz not null default now()
)
`)
