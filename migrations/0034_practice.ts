import { statements } from './statements.ts'

/**
 * Practices: a separate scene for each scene, and its simulated cabinets. Rows of a scene with
 * `practice_of` are left out of lists, unless the list is for that scene.
 */
export const up = statements(`
alter table kept.scene add practice_of int unique references kept.scene on delete cascade;
create table kept.practice (
  tournament int primary key,
  cabinet int not null unique references kept.cabinet on delete cascade,
  ends_at timestamptz not null,
  runner text,
  run_until timestamptz
)
`)
