import { withMatches } from '../../queries/index.ts'
import type { Store } from '../../store/index.ts'
import type { TournamentId } from '#events/ids.ts'

type QueueFilter = { tournament?: TournamentId; id?: number }

/** Queues with their matches in order and their display names. */
export async function queuesOf(store: Store, { tournament, id }: QueueFilter) {
  const rows = await store.db
    .selectFrom('view.queue')
    .selectAll()
    .$if(tournament !== undefined, (q) => q.where('tournament', '=', tournament ?? 0))
    .$if(id !== undefined, (q) => q.where('id', '=', id ?? 0))
    .orderBy('id')
    .execute()
  return withMatches(store, rows)
}
