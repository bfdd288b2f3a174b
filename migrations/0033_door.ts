import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** People sign up for a tournament by a code at the door. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of door.split(';\n').filter((part) => part.trim())) {
    await sql.raw(statement).execute(db)
  }
}

// A tournament without a row has its door closed. What people say of themselves is for the draw alone.
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
