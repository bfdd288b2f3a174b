import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { locks } from './advisory-lock.ts'
import type { Tables } from './tables/tables.ts'
import type { PersonId } from '#events/ids.ts'

/** False on an empty server, whose first account becomes the owner. */
export async function hasOwner({ db }: { db: Kysely<Tables> }): Promise<boolean> {
  const owner = db.selectFrom('kept.person').select('id').where('isOwner', '=', true)
  return (await owner.executeTakeFirst()) !== undefined
}

/** Makes this person the site's owner if there is none; of concurrent calls, only one succeeds. */
export function claimOwner({ db }: { db: Kysely<Tables> }, person: PersonId): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${locks.owner})`.execute(tx)
    const claimed = await tx
      .updateTable('kept.person')
      .set({ isOwner: true })
      .where('id', '=', person)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('kept.person as other').select('other.id').where('other.isOwner', '=', true),
          ),
        ),
      )
      .returning('id')
      .executeTakeFirst()
    return claimed !== undefined
  })
}
