import { isFromFuture } from '../store/index.ts'
import type { Store } from '../store/index.ts'
import type { StripeEvent } from './handle-event.ts'

// All times are from the database's clock, because several processes share these rows (P17).

export type ClaimedEvent = StripeEvent & { id: string; attempts: number }
type Pool = Store['pool']

const leaseSeconds = 60
/** A time further away, by more than the margin, is from before the clock was set back. */
export const maxPauseSeconds = 3_600

/** Stores an event once. Only ids are stored; personal data stays at Stripe (P19). */
export async function storeEvent(pool: Pool, event: StripeEvent & { id: string }): Promise<void> {
  const { id, type, account, object } = event
  await pool.query(
    `insert into kept.stripe_event (id, type, account, object, due_at)
     values ($1, $2, $3, $4, now()) on conflict do nothing`,
    [id, type, account, object],
  )
}

/** Leases due events, so that each is handled by one process; the lease expires after a crash. */
export async function claimEvents(pool: Pool, limit: number): Promise<ClaimedEvent[]> {
  const { rows } = await pool.query<ClaimedEvent>(
    `update kept.stripe_event
     set due_at = now() + make_interval(secs => $1), attempts = attempts + 1
     where id in (select id from kept.stripe_event
                  where due_at <= now()
                    or ${isFromFuture('due_at', { most: 'make_interval(secs => $3)' })}
                  order by received_at limit $2 for update skip locked)
     returning id, type, account, object, attempts`,
    [leaseSeconds, limit, maxPauseSeconds],
  )
  return rows
}

/** Schedules the next attempt; `inSeconds` null marks the event as handled. */
export async function reschedule(
  pool: Pool,
  { id, inSeconds }: { id: string; inSeconds: number | null },
): Promise<void> {
  await pool.query(
    'update kept.stripe_event set due_at = now() + make_interval(secs => $2) where id = $1',
    [id, inSeconds],
  )
}

export async function retryEventsNow(pool: Pool): Promise<void> {
  await pool.query('update kept.stripe_event set due_at = now() where due_at is not null')
}
