import type { Store } from '../../store/index.ts'
import { hashOf } from './secret.ts'

const name = 'ADMIN_API_KEY'
// 24 random characters have more than 100 bits; a word or a repeated letter has far fewer.
const minLength = 24
const minDistinct = 10

/**
 * Stores the operator's key with all rights, or none if `key` is null. Deletes every other such
 * key, so that a changed or removed key no longer works.
 */
export async function keepAdminKey({ db }: Store, key: string | null): Promise<void> {
  if (key !== null) refuseWeak(key)
  const hash = key === null ? '' : hashOf(key)
  await db.transaction().execute(async (tx) => {
    const others = tx.deleteFrom('kept.apiKey').where('person', 'is', null)
    await others.where('hash', '!=', hash).execute()
    if (key === null) return
    // Two processes that start at the same time insert the same key.
    await tx
      .insertInto('kept.apiKey')
      .values({ hash, name })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}

function refuseWeak(key: string): void {
  if (key.length >= minLength && new Set(key).size >= minDistinct) return
  throw new Error(
    `${name} gives all rights and can be guessed: it needs ${minLength} random characters or more. ` +
      'Make one with: openssl rand -base64 32',
  )
}
