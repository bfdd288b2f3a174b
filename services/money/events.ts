import { openJobs } from '../jobs/index.ts'
import type { Job } from '../jobs/index.ts'
import type { Store } from '../store/index.ts'
import type { StripeEvent } from './handle-event.ts'

export type StoredEvent = StripeEvent & { id: string }
type Pool = Store['pool']

/** The stored events; one that is handled has no `due_at`. */
export function openEvents(pool: Pool) {
  const table = { name: 'kept.stripe_event', key: ['id'], leaseMs: 60_000 }
  const { take, retry } = openJobs({ pool }, table)
  return {
    retry,
    /** Stores an event once. Only ids are stored; personal data stays at Stripe (P19). */
    async store({ id, type, account, object }: StoredEvent): Promise<void> {
      await pool.query(
        `insert into kept.stripe_event (id, type, account, object, due_at)
         values ($1, $2, $3, $4, now()) on conflict do nothing`,
        [id, type, account, object],
      )
    },
    take(limit: number): Promise<(StoredEvent & Job)[]> {
      const rest = 'order by job.received_at limit $1'
      return take<StoredEvent>({ rest, returning: 'job.id, job.type, job.account, job.object' }, [
        limit,
      ])
    },
    async handled(id: string): Promise<void> {
      await pool.query('update kept.stripe_event set due_at = null where id = $1', [id])
    },
    async retryAllNow(): Promise<void> {
      await pool.query('update kept.stripe_event set due_at = now() where due_at is not null')
    },
  }
}
