import { statements } from './statements.ts'

/** The number of a team's code: each new one makes all earlier codes of the team invalid. */
export const up = statements(`
alter table kept.team add column code_number int not null default 0
`)
