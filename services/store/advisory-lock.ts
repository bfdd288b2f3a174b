import { sql } from 'kysely'
import type { RawBuilder, SqlBool } from 'kysely'
import type { PoolClient } from 'pg'
import type { Store } from './store.ts'
import { besideTransaction, insideTransaction } from './transaction-guard.ts'

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
    return besideTransaction(work)
  })
}

/** Runs raw SQL in one transaction, which `begin` starts. */
export async function inTransaction<T>(
  { pool }: Pick<Store, 'pool'>,
  work: (client: PoolClient) => Promise<T>,
  begin = 'begin',
): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query(begin)
    const result = await insideTransaction(() => work(client))
    // Postgres answers the commit of a transaction in which a statement has failed with a rollback.
    const { command } = await client.query('commit')
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}

/** Ids of Postgres advisory locks. Code that waits for one must not wait for another. */
export const locks = {
  migrations: 7791,
  view: 7792,
  alone: 7793,
  owner: 7794,
  adminKey: 7795,
} as const

/**
 * SQL: whether a time was stored before the system's clock was set back: it is later than anything
 * stored now could be, which is `most` after `now`. The margin is for a transaction that began
 * earlier, and so has an earlier now(): it would see a lease that was taken meanwhile as one of
 * those, and take it too.
 */
export function isFromFuture(
  at: string,
  { most = `interval '0'`, now = 'now()' }: { most?: string; now?: string } = {},
): string {
  return `${at} > ${now} + ${most} + interval '1 minute'`
}

/**
 * Whether a stored time is not within `ms` of `now`: it is older, or from before the system's clock
 * was set back.
 */
export function notWithin(column: string, now: Date, ms: number): RawBuilder<SqlBool> {
  const [from, to] = [now.getTime() - ms, now.getTime() + ms].map((at) => new Date(at))
  return sql`${sql.ref(column)} not between ${from} and ${to}`
}
