import { z } from 'zod'
import { StageSettings } from '../../events/stage.ts'
import { once } from './answered.ts'
import { readBracket, settingsOf } from './bracket-rows.ts'
import type { Context } from './context.ts'
import { tournamentOf } from './home.ts'
import type { Homes } from './home.ts'
import { ById, Id, IdFilter } from './ids.ts'
import { list, listOf, paging } from './list.ts'
import { BracketBody, Gone } from './rows.ts'
import { send } from './send.ts'

const NewBracket = StageSettings.extend({
  tournament: Id,
  numGroups: z.int().min(1).max(26).default(1),
})
/** Every setting may be left out, and then stays as it is: defaults are for new stages. */
const Change = z.object(
  Object.fromEntries(
    Object.entries(StageSettings.shape).map(([field, schema]) => {
      const plain: z.ZodType = schema instanceof z.ZodDefault ? (schema.unwrap() as z.ZodType) : schema
      return [field, plain.optional()]
    }),
  ),
) as unknown as z.ZodType<Partial<StageSettings>>
const Filters = z.object({ ...paging, tournamentId: IdFilter, tournament: IdFilter })

export function bracketRoutes(context: Context, homes: Homes): void {
  const { web, store } = context

  web.get(
    '/api/tournament/bracket/',
    {
      config: { access: 'readPublic' },
      schema: { querystring: Filters, response: { 200: listOf(BracketBody) } },
    },
    (request) => {
      const { query } = request
      const tournament = query.tournamentId ?? query.tournament
      const found = store.db
        .selectFrom('view.bracket')
        .$if(tournament !== undefined, (q) => q.where('tournament', '=', tournament ?? 0))
      return list(request, {
        count: () => found.select((eb) => eb.fn.countAll().as('n')).executeTakeFirstOrThrow(),
        rows: (limit, offset) =>
          found.selectAll().orderBy('id').limit(limit).offset(offset).execute(),
      })
    },
  )

  web.get(
    '/api/tournament/bracket/:id/',
    {
      config: { access: 'readPublic' },
      schema: { params: ById, response: { 200: BracketBody } },
    },
    (request) => readBracket(store, request.params.id),
  )

  web.post(
    '/api/tournament/bracket/',
    {
      config: { access: 'editStages', scene: homes.byTournamentInBody },
      schema: { body: NewBracket, response: { 201: BracketBody } },
    },
    (request, reply) => {
      reply.code(201)
      return once({ store, request, reply }, async () => {
        const { tournament, numGroups, ...settings } = request.body
        const errand = { request, reply, tournament }
        const command = { type: 'CreateStage', settings, numGroups } as const
        const { answer } = await send(context, errand, command)
        return readBracket(store, (answer['ids'] as number[])[0] ?? 0)
      })
    },
  )

  const edit = { access: 'editStages', scene: homes.ofBracket } as const
  for (const [method, body] of [['PUT', StageSettings], ['PATCH', Change]] as const) {
    web.route({
      method,
      url: '/api/tournament/bracket/:id/',
      config: edit,
      schema: { params: ById, body, response: { 200: BracketBody } },
      handler: (request, reply) =>
        once({ store, request, reply }, async () => {
          const { id: stage } = request.params
          const before = settingsOf(await readBracket(store, stage))
          const settings = { ...before, ...request.body }
          const errand = { request, reply, tournament: tournamentOf(request) }
          await send(context, errand, { type: 'ChangeStage', stage, settings })
          return readBracket(store, stage)
        }),
    })
  }

  web.delete(
    '/api/tournament/bracket/:id/',
    { config: edit, schema: { params: ById, response: { 204: Gone } } },
    (request, reply) =>
      once({ store, request, reply }, async () => {
        const errand = { request, reply, tournament: tournamentOf(request) }
        await send(context, errand, { type: 'DeleteStage', stage: request.params.id })
        reply.code(204)
        return null
      }),
  )
}
