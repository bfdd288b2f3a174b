import { sql } from 'kysely'
import type { Store } from './index.ts'

const last = new WeakMap<Store, Promise<unknown>>()

/**
 * Runs `work` exclusively across all processes, so that what it reads of all tournaments stays true
 * until it is done. At most one connection of a process waits for the lock, so that work can use
 * the others.
 */
export function withAdvisoryLock<T>(store: Store, work: () => Promise<T>): Promise<T> {
  const result = (last.get(store) ?? Promise.resolve()).then(() => locked(store, work))
  last.set(
    store,
    result.catch(() => {}),
  )
  return result
}

function locked<T>({ db }: Store, work: () => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${locks.alone})`.execute(tx)
    return work()
  })
}

/** Ids of Postgres advisory locks. Code that waits for one must not wait for another. */
export const locks = { migrations: 7791, view: 7792, alone: 7793, owner: 7794 } as const
