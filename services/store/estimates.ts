import type { Published } from '../../events/estimate/publish.ts'
import type { Store } from './index.ts'
import type { TournamentId } from '../../events/ids.ts'

/** What was told of a tournament's estimates last; null: nothing yet (R-ETA-1). */
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
