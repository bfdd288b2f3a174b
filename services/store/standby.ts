import type pg from 'pg'
import type { Pool } from './pool.ts'

type StandbyWaits = {
  /** whether many connections wait for a standby that is away; more writes would wait with them */
  areMany(): boolean
  stop(): void
}

const checkEveryMs = 500
/** With all processes of a cluster this must stay within the connections that Postgres allows. */
const maxExtra = 20

/**
 * A write that waits for a standby holds its connection. Once all of them are in use, the pool may
 * open others in their place, so that presses, which do not wait for a standby, go on.
 */
export function watchStandbyWaits(pool: Pool): StandbyWaits {
  const base = pool.options.max
  let waits = 0
  let isChecking = false

  async function check(): Promise<void> {
    const { totalCount, idleCount, waitingCount } = pool
    const isShort = totalCount >= pool.options.max && idleCount === 0 && waitingCount > 0
    const isLarge = totalCount > pool.options.max
    if (isChecking || (waits === 0 && !isShort && !isLarge)) return
    isChecking = true
    try {
      waits = await countWaits(pool.separateClient(), [...pool.processes])
      const before = pool.options.max
      const max = (pool.options.max = base + Math.min(waits, maxExtra))
      // Each opens a connection, which then serves the requests that wait for one.
      for (let count = before; count < max; count++) pool.query('select 1').catch(() => {})
      for (let count = pool.totalCount; count > max; count--) closeIdle().catch(() => {})
    } catch {
      // The database is away altogether.
    } finally {
      isChecking = false
    }
  }
  async function closeIdle(): Promise<void> {
    if (pool.idleCount > 0) (await pool.connect()).release(true)
  }
  const timer = setInterval(() => void check(), checkEveryMs)
  timer.unref()
  return { areMany: () => waits >= base / 2, stop: () => clearInterval(timer) }
}

async function countWaits(client: pg.Client, processes: number[]): Promise<number> {
  client.on('error', () => {})
  try {
    await client.connect()
    const text = `select count(*)::int as n from pg_stat_activity
      where pid = any($1) and wait_event = 'SyncRep'`
    const { rows } = await client.query<{ n: number }>(text, [processes])
    return rows[0]?.n ?? 0
  } finally {
    client.end().catch(() => {})
  }
}
