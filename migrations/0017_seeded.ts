import { statements } from './statements.ts'

/** Marks the persons created by the embedded default setup, because names are not unique. */
export const up = statements(`
alter table kept.person add column seeded_as text unique
`)
