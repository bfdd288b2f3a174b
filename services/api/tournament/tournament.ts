import { idempotent } from '../http/idempotency.ts'
import type { Context } from '../http/context.ts'
import type { Scopes } from '../http/scope.ts'
import { changeTournament, createTournament } from './tournament-changes.ts'
import { removeTournament } from './tournament-removal.ts'
import { remove, write } from '../http/command/write.ts'
import { on } from '../schema/on.ts'
import { tournamentApi } from '../schema/tournament.ts'

export function tournamentRoutes(context: Context, sceneOf: Scopes): void {
  const { web, store } = context

  web.route({
    ...on(tournamentApi, 'POST /api/tournament/tournament/'),
    config: { access: 'createTournament', scene: sceneOf.bySceneInBody, takesPicture: true },
    handler: (request, reply) =>
      idempotent({ store, request, reply }, () => createTournament(context, request, reply)),
  })

  for (const key of [
    'PUT /api/tournament/tournament/:id/',
    'PATCH /api/tournament/tournament/:id/',
  ] as const) {
    web.route({
      ...on(tournamentApi, key),
      config: { access: 'changeTournament', scene: sceneOf.tournament, takesPicture: true },
      handler: (request, reply) =>
        write(context, { request, reply }, (target) =>
          changeTournament(context, target, request.body),
        ),
    })
  }

  web.route({
    ...on(tournamentApi, 'DELETE /api/tournament/tournament/:id/'),
    config: { access: 'deleteTournament', scene: sceneOf.tournament },
    handler: (request, reply) =>
      remove(context, { request, reply }, (target) => {
        const { query, body } = request
        const force = body.force ?? query.force === 'true'
        return removeTournament(context, target, { force })
      }),
  })
}
