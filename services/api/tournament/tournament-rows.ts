import { tournamentBody, tournaments } from '../../queries/tournaments.ts'
import { excludePractice } from '../../store/index.ts'
import type { Store } from '../../store/index.ts'
import { noTournament } from './tournament-removal.ts'
import type { TournamentFilters } from '../schema/tournament.ts'

export function matchingTournaments(store: Store, filters: TournamentFilters) {
  const { sceneId, scene, slug, isActive } = filters
  const asId = scene !== undefined && /^\d{1,9}$/.test(scene) ? Number(scene) : undefined
  return tournaments(store)
    .where(excludePractice('scene', 'view.tournament.scene', [sceneId, scene]))
    .$if(sceneId !== undefined, (q) => q.where('view.tournament.scene', '=', sceneId ?? 0))
    .$if(asId !== undefined, (q) => q.where('view.tournament.scene', '=', asId ?? 0))
    .$if(scene !== undefined && asId === undefined, (q) =>
      q.where('kept.scene.name', '=', (scene ?? '').toLowerCase()),
    )
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
