import { z } from 'zod'
import { ProtestDeadline, RulingSigners } from '../../../events/schema/ruling.ts'
import { LinkType } from '../../../events/schema/stage-settings.ts'
import { idempotent } from '../http/idempotency.ts'
import type { Context } from '../http/context.ts'
import type { Scopes } from '../http/scope.ts'
import { ById, Id } from '../http/ids.ts'
import { Gone, Settings, TournamentBody } from '../http/bodies.ts'
import { changeTournament, createTournament } from './tournament-changes.ts'
import { removeTournament } from './tournament-removal.ts'
import { remove, write } from '../http/command/write.ts'

const nameless = 'Tournament name is required'
const Fields = z.object({
  name: z.string(nameless).trim().min(1, nameless).max(200, 'Too long'),
  date: z.iso.date('Tournament date is required'),
  linkType: LinkType,
  isActive: z.boolean(),
  assignedCabinets: z.array(Id).max(200),
  protestDeadline: ProtestDeadline,
  rulingSigners: RulingSigners,
  ...Settings.shape,
})
const Change = Fields.partial()
export type Change = z.infer<typeof Change>
const NewTournament = Change.extend({
  scene: Id,
  name: Fields.shape.name,
  date: Fields.shape.date,
  linkType: LinkType.default('hivemind'),
})
export type NewTournament = z.infer<typeof NewTournament>
const Replacement = Change.extend({ name: Fields.shape.name, date: Fields.shape.date })
/** Also with a match on a cabinet; in the body or in the address. */
const Forced = z.object({ force: z.boolean().optional() })
const InQuery = z.object({ force: z.enum(['true', 'false']).optional() })

export function tournamentRoutes(context: Context, sceneOf: Scopes): void {
  const { web, store } = context
  const url = '/api/tournament/tournament'

  web.post(
    `${url}/`,
    {
      config: { access: 'createTournament', scene: sceneOf.bySceneInBody, takesPicture: true },
      schema: { body: NewTournament, response: { 201: TournamentBody } },
    },
    (request, reply) =>
      idempotent({ store, request, reply }, () => createTournament(context, request, reply)),
  )

  for (const [method, body] of [
    ['PUT', Replacement],
    ['PATCH', Change],
  ] as const) {
    web.route({
      method,
      url: `${url}/:id/`,
      config: { access: 'changeTournament', scene: sceneOf.tournament, takesPicture: true },
      schema: { params: ById, body, response: { 200: TournamentBody } },
      handler: (request, reply) =>
        write(context, { request, reply }, (target) =>
          changeTournament(context, target, request.body),
        ),
    })
  }

  web.delete(
    `${url}/:id/`,
    {
      config: { access: 'deleteTournament', scene: sceneOf.tournament },
      schema: { params: ById, querystring: InQuery, body: Forced, response: { 204: Gone } },
    },
    (request, reply) =>
      remove(context, { request, reply }, (target) => {
        const { query, body } = request
        const force = body.force ?? query.force === 'true'
        return removeTournament(context, target, { force })
      }),
  )
}
