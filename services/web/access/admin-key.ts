import { setTimeout as sleep } from 'node:timers/promises'
import { locks } from '../../store/index.ts'
import type { PoolClient, Store } from '../../store/index.ts'
import { hashOf } from './secret.ts'

const name = 'ADMIN_API_KEY'
// 24 random characters have more than 100 bits; a word or a repeated letter has far fewer.
const minLength = 24
const minDistinct = 10
const retryMs = 500

/**
 * Stores the operator's key with all rights, or none if `key` is null, and deletes every other such
 * key that no running process has, so that a changed or removed key no longer works. A process has
 * a key as long as one of its connections holds a lock on it, until the returned function is called.
 */
export async function keepAdminKey(store: Store, key: string | null): Promise<() => void> {
  if (key !== null) refuseWeak(key)
  const hash = key === null ? '' : hashOf(key)
  const end = key === null ? () => {} : await hold(store, hash)
  // The lock was taken before the key was stored: a key without a lock has no process.
  const text = `delete from kept.api_key where person is null and hash <> $1 and not exists (
    select from pg_locks where locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())
      and classid = $2 and objid = (hashtext(hash)::bigint & 4294967295)::oid)`
  await store.pool.query(text, [hash, locks.adminKey])
  return end
}

/** A connection that was lost, also by a failover, is replaced: another start may delete the key. */
async function hold({ pool }: Store, hash: string): Promise<() => void> {
  let isEnded = false
  let client: PoolClient | null = null
  const release = () => {
    client?.release(true)
    client = null
  }
  async function take(): Promise<void> {
    client = await lockedClient(pool, hash)
    client.once('end', () => void takeAgain())
    if (isEnded) release()
  }
  async function takeAgain(): Promise<void> {
    release()
    while (!isEnded && !client) await take().catch(() => sleep(retryMs))
  }
  await take()
  return () => {
    isEnded = true
    release()
  }
}

async function lockedClient(pool: Store['pool'], hash: string): Promise<PoolClient> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock_shared($1, hashtext($2))', [locks.adminKey, hash])
    // Two processes that start at the same time insert the same key.
    const text = 'insert into kept.api_key (hash, name) values ($1, $2) on conflict do nothing'
    await client.query(text, [hash, name])
    return client
  } catch (error) {
    client.release(true)
    throw error
  }
}

function refuseWeak(key: string): void {
  if (key.length >= minLength && new Set(key).size >= minDistinct) return
  throw new Error(
    `${name} gives all rights and can be guessed: it needs ${minLength} random characters or more. ` +
      'Make one with: openssl rand -base64 32',
  )
}
