import { statements } from './statements.ts'

/** Times of backups, to warn the operator when the last one is too old. Not part of backups. */
export const up = statements(`
create table kept.backup_taken (
  at timestamptz primary key default now(),
  commits bigint not null,
  facts bigint not null
)
`)
