import type { Store } from '../../store/index.ts'
import { hashOf } from './secret.ts'

const name = 'ADMIN_API_KEY'
// 24 letters of a random key are more than 100 bits; a word or a repeated letter has far fewer.
const minLength = 24
const minDifferent = 10

/**
 * The key with all rights that the operator chose for this start; null: none. Whatever was one
 * before ends here: a key that was changed or removed is worth nothing.
 */
export async function keepAdminKey({ db }: Store, key: string | null): Promise<void> {
  if (key !== null) refuseWeak(key)
  const hash = key === null ? '' : hashOf(key)
  await db.transaction().execute(async (tx) => {
    const others = tx.deleteFrom('kept.apiKey').where('person', 'is', null)
    await others.where('hash', '!=', hash).execute()
    if (key === null) return
    // Two that start at once bring the same one.
    await tx
      .insertInto('kept.apiKey')
      .values({ hash, name })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}

function refuseWeak(key: string): void {
  if (key.length >= minLength && new Set(key).size >= minDifferent) return
  throw new Error(
    `${name} gives all rights and can be guessed: it needs ${minLength} random characters or more. ` +
      'Make one with: openssl rand -base64 32',
  )
}
