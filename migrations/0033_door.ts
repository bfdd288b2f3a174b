import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Sign-up for a tournament by a code at the door. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of door.split(';\n').filter((part) => part.trim())) {
    await sql.raw(statement).execute(db)
  }
}

// Without a row the door is closed. The players' own ratings are used only for the draw.
const door = `
create table kept.door (
  tournament int primary key references kept.tournament on delete cascade,
  code text not null unique
);
create table kept.door_player (
  player int primary key references kept.player on delete cascade,
  level int not null check (level between 1 and 3),
  is_queen boolean not null
)
`
