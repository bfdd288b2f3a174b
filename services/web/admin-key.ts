import type { Store } from '../store/index.ts'
import { hashOf } from './secret.ts'

const name = 'ADMIN_API_KEY'

/** The key with all rights that the operator chose for this start; an earlier one ends with it. */
export async function keepAdminKey(store: Store, key: string): Promise<void> {
  await store.db.transaction().execute(async (db) => {
    await db.deleteFrom('kept.apiKey').where('name', '=', name).execute()
    await db
      .insertInto('kept.apiKey')
      .values({ hash: hashOf(key), name })
      .execute()
  })
}
