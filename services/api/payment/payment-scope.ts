import type { FastifyRequest } from 'fastify'
import type { Store } from '../../store/index.ts'
import { wrongFields } from '../../web/index.ts'
import type { PersonOf, SceneOf } from '../../web/index.ts'
import { expectScene, sceneOfTournament } from '../http/scope.ts'
import type { PlayerId, SceneId } from '../../../events/ids.ts'

/** Lookups of the person or scene whose payments a request concerns, for authorization. */
export type PaymentScopes = {
  userOfPlayer: PersonOf
  byPlayerInBody: SceneOf
  byTournamentInQuery: SceneOf
  sceneInQuery: SceneOf
}

export function paymentScopesOf({ db }: Store): PaymentScopes {
  const playerOf = (id: number) =>
    db
      .selectFrom('kept.player')
      .innerJoin('view.tournament', 'view.tournament.id', 'kept.player.tournament')
      .select(['kept.player.user', 'kept.player.scene', 'kept.player.tournament'])
      .where('kept.player.id', '=', id)
      .executeTakeFirst()
  return {
    async userOfPlayer({ params }) {
      return (await playerOf((params as { id: number }).id))?.user ?? null
    },
    async byPlayerInBody(request) {
      const player = await playerOf((request.body as { player: PlayerId }).player)
      if (!player) throw wrongFields({ player: ['There is no such player'] })
      request.tournament = player.tournament
      return player.scene
    },
    async byTournamentInQuery({ query }: FastifyRequest) {
      const { tournamentId } = query as { tournamentId: number }
      const scene = await sceneOfTournament(db, tournamentId)
      if (scene === null) throw wrongFields({ tournamentId: ['There is no such tournament'] })
      return scene
    },
    sceneInQuery: ({ query }) => expectScene(db, (query as { scene: SceneId }).scene, 'scene'),
  }
}
