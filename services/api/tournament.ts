import { z } from 'zod'
import { ProtestDeadline, RulingSigners } from '../../events/ruling.ts'
import { LinkType } from '../../events/stage.ts'
import { once } from './answered.ts'
import type { Context } from './context.ts'
import type { Homes } from './home.ts'
import { ById, Id } from './ids.ts'
import { Gone, Settings, TournamentBody } from './rows.ts'
import { changeTournament, createTournament } from './tournament-changes.ts'
import { removeTournament } from './tournament-removal.ts'
import { remove, write } from './write.ts'

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

export function tournamentRoutes(context: Context, homes: Homes): void {
  const { web, store } = context
  const url = '/api/tournament/tournament'

  web.post(
    `${url}/`,
    {
      config: { access: 'createTournament', scene: homes.bySceneInBody },
      schema: { body: NewTournament, response: { 201: TournamentBody } },
    },
    (request, reply) =>
      once({ store, request, reply }, () => createTournament(context, request, reply)),
  )

  for (const [method, body] of [
    ['PUT', Replacement],
    ['PATCH', Change],
  ] as const) {
    web.route({
      method,
      url: `${url}/:id/`,
      config: { access: 'changeTournament', scene: homes.ofTournament },
      schema: { params: ById, body, response: { 200: TournamentBody } },
      handler: (request, reply) =>
        write(context, { request, reply }, (errand) =>
          changeTournament(context, errand, request.body),
        ),
    })
  }

  web.delete(
    `${url}/:id/`,
    {
      config: { access: 'deleteTournament', scene: homes.ofTournament },
      schema: { params: ById, querystring: InQuery, body: Forced, response: { 204: Gone } },
    },
    (request, reply) =>
      remove(context, { request, reply }, (errand) => {
        const { query, body } = request
        const force = body.force ?? query.force === 'true'
        return removeTournament(context, errand, { force })
      }),
  )
}
