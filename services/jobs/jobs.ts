import { maxRetryAfterMs } from '../../events/text/retry-after.ts'
import { isFromFuture } from '../store/index.ts'
import type { Store } from '../store/index.ts'

/** A table with the columns `attempts`, which leases count, and `due_at`. */
type JobTable = {
  name: string
  /** the columns that identify a job */
  key: readonly string[]
  /** how long a job is not taken again, unless it has been retried */
  leaseMs: number
  /** the column with the end of the lease; without one, a lease moves `due_at` */
  leasedUntil?: string
  /** SQL: the row `job` is still to be done; a job without `due_at` never is */
  isPending?: string
}
/** `attempts` includes the current one. */
export type Job = { attempts: number }
/** SQL around the jobs to take, in which `job` is the row of one. */
type Choice = {
  /** queries that `rest` uses, beginning with `with` and ending with a comma */
  before?: string
  /** conditions, order and limit of the jobs to take */
  rest: string
  /** more tables for `returning`, and how they are joined */
  join?: { tables: string; on: string }
  returning: string
}

/** The jobs of a table. All times are from the database's clock, because processes share it (P17). */
export function openJobs({ pool }: Pick<Store, 'pool'>, table: JobTable) {
  const { name, key, leaseMs, isPending = 'true', leasedUntil = 'due_at' } = table
  const lease = interval(leaseMs)
  const isDue = dueSql(table)

  return {
    /** SQL: whether the row `job` may be taken now */
    isDue,
    /** Leases jobs that are due, so that each is done by one process; it expires after a crash. */
    async take<Row>({ before = 'with', rest, join, returning }: Choice, values: unknown[]) {
      const { rows } = await pool.query<Row & Job>(
        `${before} taken as (
           select ${key.map((column) => `job.${column}`).join()} from ${name} job
           where ${isDue} ${rest} for update of job skip locked
         )
         update ${name} job set attempts = job.attempts + 1, ${leasedUntil} = now() + ${lease}
         from taken ${join ? `, ${join.tables}` : ''}
         where ${key.map((column) => `job.${column} = taken.${column}`).join(' and ')}
           ${join ? `and ${join.on}` : ''}
         returning job.attempts, ${returning}`,
        values,
      )
      return rows
    },
    /** Makes a job due again, unless it has been taken again or is done. */
    async retry(
      job: Job & Record<string, unknown>,
      delayMs: number,
      also: Record<string, unknown> = {},
    ) {
      const isSame = [...key, 'attempts'].map((column, index) => `job.${column} = $${index + 2}`)
      const columns = Object.keys(also).map(
        (column, index) => `${column} = $${index + key.length + 3}`,
      )
      const free = leasedUntil === 'due_at' ? [] : [`${leasedUntil} = null`]
      await pool.query(
        `update ${name} job set ${[`due_at = now() + interval '1 ms' * $1`, ...free, ...columns].join()}
         where ${isSame.join(' and ')} and ${isPending}`,
        [delayMs, ...key.map((column) => job[column]), job.attempts, ...Object.values(also)],
      )
    },
  }
}

const interval = (ms: number) => `interval '1 ms' * ${ms}`

/**
 * After the system's clock was ahead and has been set back, stored times are in the future: a job
 * that was never tried is then due at once, as is one whose pause or lease is longer than any.
 */
function dueSql({ leaseMs, leasedUntil, isPending = 'true' }: JobTable): string {
  const isFree = leasedUntil
    ? `(job.${leasedUntil} is null or job.${leasedUntil} < now()
        or ${isFromFuture(`job.${leasedUntil}`, { most: interval(leaseMs) })})`
    : 'true'
  return `(job.due_at <= now() or job.attempts = 0 and ${isFromFuture('job.due_at')}
    or ${isFromFuture('job.due_at', { most: interval(maxRetryAfterMs) })})
    and ${isFree} and ${isPending}`
}
