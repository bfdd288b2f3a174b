import type { Store } from '../store/index.ts'
import type { Event } from './handle-event.ts'

// By the clock of the database alone: several processes share these rows (P17).

export type Claimed = Event & { id: string; attempts: number }
type Pool = Store['pool']

const leaseSeconds = 60

/** Once, however often it comes. Only names are kept: what it tells of persons stays at Stripe (P19). */
export async function keepEvent(pool: Pool, event: Event & { id: string }): Promise<void> {
  const { id, type, account, object } = event
  await pool.query(
    `insert into kept.stripe_event (id, type, account, object, due_at)
     values ($1, $2, $3, $4, now()) on conflict do nothing`,
    [id, type, account, object],
  )
}

/** Leased, so that another process does not do the same; who dies gives it back that way. */
export async function claimEvents(pool: Pool, most: number): Promise<Claimed[]> {
  const { rows } = await pool.query<Claimed>(
    `update kept.stripe_event
     set due_at = now() + make_interval(secs => $1), attempts = attempts + 1
     where id in (select id from kept.stripe_event where due_at <= now()
                  order by received_at limit $2 for update skip locked)
     returning id, type, account, object, attempts`,
    [leaseSeconds, most],
  )
  return rows
}

/** Null: it is done. */
export async function putBack(
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
