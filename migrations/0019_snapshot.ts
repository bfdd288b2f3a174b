import { statements } from './statements.ts'

/** Folded states, so that an old tournament is not folded from its first commit. Disposable. */
export const up = statements(`
create table kept.snapshot (
  tournament int primary key,
  version int not null,
  seq bigint not null,
  chain text not null,
  format int not null,
  hash text not null,
  body text not null
)
`)
