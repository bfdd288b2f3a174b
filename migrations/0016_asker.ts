import { statements } from './statements.ts'

/** The caller of a stored response, and an index for pruning old responses. */
export const up = statements(`
alter table kept.answered add column asker text;
create index answered_created on kept.answered (created_at) where status > 0
`)
