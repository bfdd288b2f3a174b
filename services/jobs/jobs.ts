import { maxRetryAfterMs } from '#events/text/retry-after.ts'
import { isFromFuture } from '../store/index.ts'
import type { Store } from '../store/index.ts'

/** A table with the columns `attempts`, which leases count, and `due_at`. */
type JobTable = {
  name: string
  /** the columns that identify a job */
  key: readonly string[]
  /** how long a job that was taken is not taken again, unless it is retried */
  leaseMs: number
  /** the column with the end of the lease; without one, a lease moves `due_at` */
  leasedUntil?: string
  /** SQL: the row `job` is still to be done; by default, it has a `due_at` */
  isPending?: string
}
/** `attempts` includes the current one. */
export type Attempt = { attempts: number }
type Row = Record<string, unknown>

const hasDueAt = 'job.due_at is not null'

/**
 * The jobs of a table. All times are from the database's clock, because processes share the rows
 * (P17); `clock` replaces it in tests, in ms.
 */
export function openJobs({ pool }: Pick<Store, 'pool'>, table: JobTable, clock?: () => number) {
  const { name, key, leaseMs, leasedUntil = 'due_at', isPending = hasDueAt } = table
  const now = () => (clock ? `timestamptz '${new Date(clock()).toISOString()}'` : 'now()')
  const isDue = () => dueSql(table, now())

  /** Writes to the job that has these values of `guard`; `set` only if it is still to be done. */
  async function update(job: Row, guard: readonly string[], columns: Row, set: string[] = []) {
    const named = [...guard, ...Object.keys(columns)].map(
      (each, index) => `${each} = $${index + 1}`,
    )
    const only = [...named.slice(0, guard.length), ...(set.length > 0 ? [isPending] : [])]
    const { rowCount } = await pool.query(
      `update ${name} job set ${[...set, ...named.slice(guard.length)].join()}
       where ${only.join(' and ')}`,
      [...guard.map((column) => job[column]), ...Object.values(columns)],
    )
    return rowCount === 1
  }

  return {
    /** SQL: whether the row `job` may be taken now */
    isDue,
    /**
     * Leases jobs that are due, so that each is done by one process; it expires after a crash.
     * `which`: SQL for more conditions, order and limit of the row `job`.
     */
    async take<T>({ which, returning }: { which: string; returning: string }, values: unknown[]) {
      const { rows } = await pool.query<T & Attempt>(
        `with taken as (
           select ${key.map((column) => `job.${column}`).join()} from ${name} job
           where ${isDue()} ${which} for update of job skip locked
         )
         update ${name} job
         set attempts = job.attempts + 1, ${leasedUntil} = ${now()} + ${interval(leaseMs)}
         from taken where ${key.map((column) => `job.${column} = taken.${column}`).join(' and ')}
         returning job.attempts, ${returning}`,
        values,
      )
      return rows
    },
    /** Makes a job due again after a pause; false if it was taken again, replaced or ended. */
    retry(job: Row & Attempt, pauseMs: number, columns: Row = {}): Promise<boolean> {
      const free = leasedUntil === 'due_at' ? [] : [`${leasedUntil} = null`]
      const set = [`due_at = ${now()} + ${interval(pauseMs)}`, ...free]
      return update(job, [...key, 'attempts'], columns, set)
    },
    /** Ends a job, even if it was taken again; false if it was replaced or ended. */
    end: (job: Row, columns: Row = {}, ...set: string[]): Promise<boolean> =>
      update(job, key, columns, [`${leasedUntil} = null`, ...set]),
    /** Changes other columns, also of a job that has ended; false if it was taken or replaced. */
    change: (job: Row & Attempt, columns: Row): Promise<boolean> =>
      update(job, [...key, 'attempts'], columns),
  }
}

const interval = (ms: number) => `interval '1 ms' * ${ms}`

/**
 * After the system's clock was ahead and has been set back, stored times are in the future: a job
 * that was never tried is then due at once, as is one whose pause or lease is longer than any.
 */
function dueSql({ leaseMs, leasedUntil, isPending = hasDueAt }: JobTable, now: string): string {
  const isLate = (column: string, ms: number) =>
    isFromFuture(`job.${column}`, { most: interval(ms), now })
  const isFree = leasedUntil
    ? `(job.${leasedUntil} is null or job.${leasedUntil} < ${now} or ${isLate(leasedUntil, leaseMs)})`
    : 'true'
  return `(job.due_at <= ${now} or job.attempts = 0 and ${isLate('due_at', 0)}
    or ${isLate('due_at', maxRetryAfterMs)}) and ${isFree} and ${isPending}`
}
