import { standingsWithNames } from '../../queries/index.ts'
import type { Store } from '../../store/index.ts'
import { notFound } from '../../web/index.ts'
import { sceneOfTournament } from '../http/scope.ts'
import type { StageId, TournamentId } from '#events/ids.ts'

/** Standings by stage, each row with its team's name. */
export async function standingsOf(
  { db }: Store,
  of: { tournament: TournamentId } | { bracket: StageId },
) {
  const brackets = await db
    .selectFrom('view.bracket')
    .select(['id', 'name'])
    .where((eb) =>
      'bracket' in of ? eb('id', '=', of.bracket) : eb('tournament', '=', of.tournament),
    )
    .orderBy('id')
    .execute()
  if (brackets.length === 0) {
    const exists = 'tournament' in of && (await sceneOfTournament(db, of.tournament)) !== null
    if (!exists) throw notFound()
    return []
  }
  const ids = brackets.map(({ id }) => id)
  const standings = await standingsWithNames(db, ids)
  return brackets.map((bracket) => ({ ...bracket, standings: standings(bracket.id) }))
}
