import { openJobs } from '../jobs/index.ts'
import type { Attempt } from '../jobs/index.ts'
import type { Store } from '../store/index.ts'
import type { StripeEvent } from './handle-event.ts'

export type StoredEvent = StripeEvent & { id: string }

const choice = {
  which: 'order by job.received_at limit $1',
  returning: 'job.id, job.type, job.account, job.object',
}

/** The stored events; one that is handled has no `due_at`. */
export function openEvents(pool: Store['pool']) {
  const jobs = openJobs({ pool }, { name: 'kept.stripe_event', key: ['id'], leaseMs: 60_000 })
  return {
    retry: jobs.retry,
    end: jobs.end,
    /** Stores an event once. Only ids are stored; personal data stays at Stripe (P19). */
    async store({ id, type, account, object }: StoredEvent): Promise<void> {
      await pool.query(
        `insert into kept.stripe_event (id, type, account, object, due_at)
         values ($1, $2, $3, $4, now()) on conflict do nothing`,
        [id, type, account, object],
      )
    },
    take: (limit: number): Promise<(StoredEvent & Attempt)[]> => jobs.take(choice, [limit]),
    async retryAllNow(): Promise<void> {
      await pool.query('update kept.stripe_event set due_at = now() where due_at is not null')
    },
  }
}
