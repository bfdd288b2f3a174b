import type { QueueRow } from '#events/schema/rows.ts'
import type { Store } from '../store/index.ts'
import type { CabinetId } from '#events/ids.ts'

/** The queues that serve these cabinets. */
export function queuesAt({ db }: Pick<Store, 'db'>, cabinets: CabinetId[]): Promise<QueueRow[]> {
  return db
    .selectFrom('view.queue')
    .innerJoin('view.tournament', 'view.tournament.id', 'view.queue.tournament')
    .selectAll('view.queue')
    .where('view.tournament.isActive', '=', true)
    .where('view.queue.enabled', '=', true)
    .where((eb) => eb.or(cabinets.map((id) => eb('view.queue.cabinets', '@>', json([id])))))
    .orderBy('view.queue.id')
    .execute()
}

/** As JSON text, because the driver would send an array as a Postgres array. */
function json(ids: number[]): number[] {
  return JSON.stringify(ids) as unknown as number[]
}
