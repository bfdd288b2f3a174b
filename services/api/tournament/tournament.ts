import { idempotent } from '../http/idempotency.ts'
import type { Context } from '../http/context.ts'
import { changeTournament, createTournament } from './tournament-changes.ts'
import { removeTournament } from './tournament-removal.ts'
import { route, writeRoute } from '../http/route.ts'

export function tournamentRoutes(context: Context): void {
  const { web, store, sceneOf } = context

  route(
    web,
    'POST /api/tournament/tournament/',
    {
      access: 'createTournament',
      scene: sceneOf.bySceneInBody,
      takesPicture: true,
      isCommand: true,
    },
    (request, reply) =>
      idempotent({ store, request, reply }, () => createTournament(context, request, reply)),
  )

  writeRoute(
    context,
    ['PUT /api/tournament/tournament/:id/', 'PATCH /api/tournament/tournament/:id/'],
    { access: 'changeTournament', scene: sceneOf.tournament, takesPicture: true },
    (target, request) => changeTournament(context, target, request.body),
  )

  writeRoute(
    context,
    'DELETE /api/tournament/tournament/:id/',
    { access: 'deleteTournament', scene: sceneOf.tournament },
    (target, request) => {
      const { query, body } = request
      const force = body.force ?? query.force === 'true'
      return removeTournament(context, target, { force })
    },
  )
}
