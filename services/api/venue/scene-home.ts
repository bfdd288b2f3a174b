import { podiumsOf } from '#events/rules/podiums.ts'
import { isOver } from '#events/rules/stage-over.ts'
import type { SceneId } from '#events/ids.ts'
import type { Store } from '../../store/index.ts'
import { notFound } from '../../web/index.ts'
import type { Context } from '../http/context.ts'
import { route, publicRead } from '../http/route.ts'

const maxTournaments = 100

/** Current matches and past winners, for a scene's page. */
export function sceneHomeRoutes({ web, store }: Context): void {
  route(web, 'GET /api/tournament/scene/:id/playing/', publicRead, async (request) => ({
    matches: await playingIn(store, await expectScene(store, request.params.id)),
  }))
  route(web, 'GET /api/tournament/scene/:id/winner/', publicRead, async (request) => ({
    winners: await winnersIn(store, await expectScene(store, request.params.id)),
  }))
}

async function expectScene({ db }: Store, id: SceneId): Promise<SceneId> {
  const scene = db.selectFrom('kept.scene').select('id').where('id', '=', id)
  if (!(await scene.executeTakeFirst())) throw notFound()
  return id
}

function playingIn({ db }: Store, scene: SceneId) {
  return db
    .selectFrom('view.match')
    .innerJoin('view.tournament', 'view.tournament.id', 'view.match.tournament')
    .innerJoin('kept.cabinet', 'kept.cabinet.id', 'view.match.activeCabinet')
    .leftJoin('view.team as blue', 'blue.id', 'view.match.blueTeam')
    .leftJoin('view.team as gold', 'gold.id', 'view.match.goldTeam')
    .select(['view.match.id', 'view.match.tournament', 'blueScore', 'goldScore'])
    .select(['view.match.isWarmup', 'view.match.roundName'])
    .select(['kept.cabinet.displayName as cabinet'])
    .select(['blue.name as blueTeam', 'gold.name as goldTeam'])
    .where('view.tournament.scene', '=', scene)
    .orderBy('kept.cabinet.displayName')
    .orderBy('view.match.id')
    .execute()
}

/** The winners of the final stages of the latest finished tournaments. */
async function winnersIn({ db }: Store, scene: SceneId) {
  const tournaments = await db
    .selectFrom('view.tournament')
    .select(['id', 'isActive'])
    .where('scene', '=', scene)
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
    .limit(maxTournaments)
    .execute()
  const ids = [0, ...tournaments.map(({ id }) => id)]
  const [stages, standings, teams] = await Promise.all([
    db.selectFrom('view.bracket').selectAll().where('tournament', 'in', ids).execute(),
    db
      .selectFrom('view.standing')
      .select(['tournament', 'bracket', 'team', 'place', 'sharedPlace', 'decidedBy'])
      .select('matchesPlayed')
      .where('tournament', 'in', ids)
      .execute(),
    db.selectFrom('view.team').select(['id', 'name']).where('tournament', 'in', ids).execute(),
  ])
  const names = new Map(teams.map(({ id, name }) => [id as number, name]))
  const stagesIn = Map.groupBy(stages, ({ tournament }) => tournament)
  const standingsIn = Map.groupBy(standings, ({ tournament }) => tournament)
  return tournaments.flatMap(({ id, isActive }) => {
    const own = stagesIn.get(id) ?? []
    if (isActive && !isOver(own)) return []
    return podiumsOf(own, standingsIn.get(id) ?? [], !isActive).map((podium) => ({
      tournament: id,
      stage: podium.stage.name,
      teams: podium.teams
        .filter(({ place }) => place === 1)
        .map(({ team }) => ({ id: team, name: names.get(team) ?? '' })),
    }))
  })
}
