import { sql } from 'kysely'
import type { Store } from './index.ts'

const last = new WeakMap<Store, Promise<unknown>>()

/**
 * Runs `work` when nobody else runs theirs, in whichever process: what it reads of all tournaments
 * stays true until it is done. One connection a process waits at most, so that work has the others.
 */
export function withAdvisoryLock<T>(store: Store, work: () => Promise<T>): Promise<T> {
  const mine = (last.get(store) ?? Promise.resolve()).then(() => locked(store, work))
  last.set(
    store,
    mine.catch(() => {}),
  )
  return mine
}

function locked<T>({ db }: Store, work: () => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${locks.alone})`.execute(tx)
    return work()
  })
}

/** Numbers of Postgres' advisory locks: who waits for one waits for nothing else. */
export const locks = { migrations: 7791, view: 7792, alone: 7793, owner: 7794 } as const
