import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/**
 * The key that identifies this server to push services, and an index of a device's subscriptions.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of push.split(';\n').filter((part) => part.trim())) {
    await sql.raw(statement).execute(db)
  }
}

const push = `
create table kept.vapid_key (
  one boolean primary key default true check (one),
  public_key text not null,
  sealed text not null
);
create unique index subscription_device on kept.subscription (tournament, (options->>'device'))
  where channel = 'push' and ended_at is null
`
