import type { FastifyRequest } from 'fastify'
import type { Store } from '../../store/index.ts'
import { wrongFields } from '../../web/index.ts'
import type { PersonOf, SceneOf } from '../../web/index.ts'
import { expectScene, idOf, sceneInLog, sceneOfTournament } from './scope.ts'
import type { PlayerId, SceneId, TournamentId } from '#events/ids.ts'

/**
 * Lookups of the scene whose payments a request concerns, for authorization. The ledger
 * outlives players and tournaments, so that their payments can still be read and given back.
 */
export function paymentScopesOf({ db }: Store) {
  const sceneOfLedger = async (tournament: TournamentId) => {
    const scene = await sceneOfTournament(db, tournament)
    if (scene !== null) return scene
    const entry = await db
      .selectFrom('kept.ledger')
      .select('id')
      .where('tournament', '=', tournament)
      .limit(1)
      .executeTakeFirst()
    return entry ? sceneInLog(db, tournament) : null
  }
  const payerOf = async (id: number) => {
    const player = await playerOf(db, id)
    if (player) return player
    const entry = await db
      .selectFrom('kept.ledger')
      .select('tournament')
      .where('player', '=', id)
      .limit(1)
      .executeTakeFirst()
    const scene = entry ? await sceneOfLedger(entry.tournament) : null
    return entry && scene !== null ? { tournament: entry.tournament, scene } : null
  }
  return {
    async payer(request) {
      const payer = await payerOf(idOf(request))
      request.tournament = payer?.tournament ?? null
      return payer?.scene ?? null
    },
    async byPlayerInBody(request) {
      const player = await payerOf((request.body as { player: PlayerId }).player)
      if (!player) throw wrongFields({ player: ['There is no such player'] })
      request.tournament = player.tournament
      return player.scene
    },
    async byTournamentInQuery({ query }: FastifyRequest) {
      const { tournamentId } = query as { tournamentId: number }
      const scene = await sceneOfLedger(tournamentId)
      if (scene === null) throw wrongFields({ tournamentId: ['There is no such tournament'] })
      return scene
    },
    sceneInQuery: ({ query }) => expectScene(db, (query as { scene: SceneId }).scene, 'scene'),
  } satisfies Record<string, SceneOf>
}

/** The person whose registration the path names. */
export function userOfPlayer({ db }: Store): PersonOf {
  return async (request) => (await playerOf(db, idOf(request)))?.user ?? null
}

function playerOf(db: Store['db'], id: number) {
  return db
    .selectFrom('kept.player')
    .innerJoin('view.tournament', 'view.tournament.id', 'kept.player.tournament')
    .select(['kept.player.user', 'kept.player.scene', 'kept.player.tournament'])
    .where('kept.player.id', '=', id)
    .executeTakeFirst()
}
