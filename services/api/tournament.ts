import { z } from 'zod'
import { LinkType } from '../../events/stage.ts'
import { once } from './answered.ts'
import type { Context } from './context.ts'
import type { Homes } from './home.ts'
import { ById, Id, IdFilter } from './ids.ts'
import { list, listOf, paging } from './list.ts'
import { Gone, Settings, TournamentBody } from './rows.ts'
import { send } from './send.ts'
import { changeTournament, createTournament } from './tournament-changes.ts'
import { readTournament, shown, tournaments } from './tournament-rows.ts'

const Fields = z.object({
  name: z.string().trim().min(1, 'Tournament name is required').max(200, 'Too long'),
  date: z.iso.date('Tournament date is required'),
  linkType: LinkType,
  isActive: z.boolean(),
  assignedCabinets: z.array(Id).max(200),
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

const Filters = z.object({
  ...paging,
  sceneId: IdFilter,
  scene: z.string().max(100).optional(),
  slug: z.string().max(220).optional(),
  isActive: z.stringbool().optional(),
})

export function tournamentRoutes(context: Context, homes: Homes): void {
  const { web, store } = context

  web.get(
    '/api/tournament/tournament/',
    {
      config: { access: 'readPublic' },
      schema: { querystring: Filters, response: { 200: listOf(TournamentBody) } },
    },
    (request) => {
      const { sceneId, scene, slug, isActive } = request.query
      const asId = scene !== undefined && /^\d{1,9}$/.test(scene) ? Number(scene) : undefined
      const found = tournaments(store)
        .$if(sceneId !== undefined, (q) => q.where('view.tournament.scene', '=', sceneId ?? 0))
        .$if(asId !== undefined, (q) => q.where('view.tournament.scene', '=', asId ?? 0))
        .$if(scene !== undefined && asId === undefined, (q) =>
          q.where('kept.scene.name', '=', (scene ?? '').toLowerCase()),
        )
        .$if(slug !== undefined, (q) => q.where('view.tournament.slug', '=', slug ?? ''))
        .$if(isActive !== undefined, (q) => q.where('view.tournament.isActive', '=', isActive ?? true))
      return list(request, {
        count: () =>
          found
            .clearSelect()
            .select((eb) => eb.fn.countAll().as('n'))
            .executeTakeFirstOrThrow(),
        rows: async (limit, offset) => {
          const newest = found.orderBy('view.tournament.date', 'desc').orderBy('view.tournament.id', 'desc')
          return (await newest.limit(limit).offset(offset).execute()).map(shown)
        },
      })
    },
  )

  web.get(
    '/api/tournament/tournament/:id/',
    {
      config: { access: 'readPublic' },
      schema: { params: ById, response: { 200: TournamentBody } },
    },
    (request) => readTournament(store, request.params.id),
  )

  web.post(
    '/api/tournament/tournament/',
    {
      config: { access: 'createTournament', scene: homes.bySceneInBody },
      schema: { body: NewTournament, response: { 201: TournamentBody } },
    },
    (request, reply) => {
      reply.code(201)
      return once({ store, request, reply }, () => createTournament(context, request, reply))
    },
  )

  const change = { access: 'changeTournament', scene: homes.ofTournament } as const
  for (const [method, body] of [['PUT', Replacement], ['PATCH', Change]] as const) {
    web.route({
      method,
      url: '/api/tournament/tournament/:id/',
      config: change,
      schema: { params: ById, body, response: { 200: TournamentBody } },
      handler: (request, reply) =>
        once({ store, request, reply }, () => changeTournament(context, request, reply)),
    })
  }

  web.delete(
    '/api/tournament/tournament/:id/',
    {
      config: { access: 'deleteTournament', scene: homes.ofTournament },
      schema: { params: ById, response: { 204: Gone } },
    },
    (request, reply) =>
      once({ store, request, reply }, async () => {
        const tournament = request.tournament ?? request.params.id
        await send(context, { request, reply, tournament }, { type: 'DeleteTournament' })
        reply.code(204)
        return null
      }),
  )
}
