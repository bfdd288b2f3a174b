import { tournamentBody, tournaments } from '../../queries/index.ts'
import { ofScene } from '../../store/index.ts'
import type { Store } from '../../store/index.ts'
import { noTournament } from './tournament-removal.ts'
import type { TournamentFilters } from '../schema/tournament/tournament.ts'

export function matchingTournaments(store: Store, filters: TournamentFilters) {
  const { slug, isActive } = filters
  return tournaments(store)
    .where(ofScene('view.tournament.scene', filters))
    .$if(slug !== undefined, (q) => q.where('view.tournament.slug', '=', slug ?? ''))
    .$if(isActive !== undefined, (q) => q.where('view.tournament.isActive', '=', isActive ?? true))
}

export async function readTournament(store: Pick<Store, 'db'>, id: number) {
  const { db } = store
  const [row, teams, brackets] = await Promise.all([
    tournaments(store).where('view.tournament.id', '=', id).executeTakeFirst(),
    db
      .selectFrom('view.team')
      .select(['id', 'name'])
      .where('tournament', '=', id)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('view.bracket')
      .select(['id', 'name'])
      .where('tournament', '=', id)
      .orderBy('id')
      .execute(),
  ])
  if (!row) throw await noTournament(db, id)
  return { ...tournamentBody(row), teams, brackets }
}
