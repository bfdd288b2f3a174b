import type { Published } from '#events/estimate/publish.ts'
import type { Store } from './store.ts'
import type { TournamentId } from '#events/ids.ts'

/** A tournament's last published estimates, or null if there are none yet (R-ETA-1). */
export async function publishedOf(
  { db }: Pick<Store, 'db'>,
  tournament: TournamentId,
): Promise<Published | null> {
  const row = await db
    .selectFrom('kept.estimate')
    .select('published')
    .where('tournament', '=', tournament)
    .executeTakeFirst()
  return row?.published ?? null
}
