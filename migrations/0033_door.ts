import { statements } from './statements.ts'

/**
 * Sign-up for a tournament by a code at the door. Without a row the door is closed. The players'
 * own ratings are used only for the draw.
 */
export const up = statements(`
create table kept.door (
  tournament int primary key references kept.tournament on delete cascade,
  code text not null unique
);
create table kept.door_player (
  player int primary key references kept.player on delete cascade,
  level int not null check (level between 1 and 3),
  is_queen boolean not null
)
`)
