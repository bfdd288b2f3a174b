import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Folded states, so that an old tournament is not folded from its first commit. Disposable. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statement).execute(db)
}

const statement = `
create table kept.snapshot (
  tournament int primary key,
  version int not null,
  seq bigint not null,
  chain text not null,
  format int not null,
  hash text not null,
  body text not null
)
`
