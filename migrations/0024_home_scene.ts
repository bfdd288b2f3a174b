import { statements } from './statements.ts'

/** A player's home scene as entered; the existing column has the tournament's scene. */
export const up = statements(`
alter table kept.player add column home_scene text not null default ''
`)
