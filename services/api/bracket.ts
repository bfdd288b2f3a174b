import { z } from 'zod'
import { StageSettings } from '../../events/stage.ts'
import { readBracket, settingsOf } from './bracket-rows.ts'
import type { Context } from './context.ts'
import type { Homes } from './home.ts'
import { ById, Id, IdFilter } from './ids.ts'
import { countOf } from '../store/index.ts'
import { list, listOf, paging } from './list.ts'
import { BracketBody, Gone } from './rows.ts'
import { send } from './send.ts'
import { remove, write } from './write.ts'

const NewBracket = StageSettings.extend({
  tournament: Id,
  numGroups: z.int().min(1).max(26).default(1),
})
/** Every setting may be left out, and then stays as it is: defaults are for new stages. */
const Change = z.object(
  Object.fromEntries(
    Object.entries(StageSettings.shape).map(([field, schema]) => {
      const inner = schema instanceof z.ZodDefault ? schema.unwrap() : schema
      return [field, (inner as z.ZodType).optional()]
    }),
  ),
) as unknown as z.ZodType<Partial<StageSettings>>
const Filters = z.object({ ...paging, tournamentId: IdFilter, tournament: IdFilter })

export function bracketRoutes(context: Context, homes: Homes): void {
  readRoutes(context)
  writeRoutes(context, homes)
}

function readRoutes({ web, store }: Context): void {
  const config = { access: 'readPublic' } as const

  web.get(
    '/api/tournament/bracket/',
    { config, schema: { querystring: Filters, response: { 200: listOf(BracketBody) } } },
    (request) => {
      const { query } = request
      const tournament = query.tournamentId ?? query.tournament
      const found = store.db
        .selectFrom('view.bracket')
        .$if(tournament !== undefined, (q) => q.where('tournament', '=', tournament ?? 0))
      return list(request, {
        count: () => countOf(found),
        rows: (limit, offset) =>
          found.selectAll().orderBy('id').limit(limit).offset(offset).execute(),
      })
    },
  )

  web.get(
    '/api/tournament/bracket/:id/',
    { config, schema: { params: ById, response: { 200: BracketBody } } },
    (request) => readBracket(store, request.params.id),
  )
}

function writeRoutes(context: Context, homes: Homes): void {
  const { web, store } = context
  const config = { access: 'editStages', scene: homes.ofBracket } as const

  web.post(
    '/api/tournament/bracket/',
    {
      config: { access: 'editStages', scene: homes.byTournamentInBody },
      schema: { body: NewBracket, response: { 201: BracketBody } },
    },
    (request, reply) =>
      write(context, { request, reply }, async (errand) => {
        const { tournament: _, numGroups, ...settings } = request.body
        const command = { type: 'CreateStage', settings, numGroups } as const
        const { answer } = await send(context, errand, command)
        reply.code(201)
        return readBracket(store, (answer['ids'] as number[])[0] ?? 0)
      }),
  )

  for (const [method, body] of [
    ['PUT', StageSettings],
    ['PATCH', Change],
  ] as const) {
    web.route({
      method,
      url: '/api/tournament/bracket/:id/',
      config,
      schema: { params: ById, body, response: { 200: BracketBody } },
      handler: (request, reply) =>
        write(context, { request, reply }, async (errand) => {
          const { id: stage } = request.params
          const before = settingsOf(await readBracket(store, stage))
          const settings = { ...before, ...request.body }
          await send(context, errand, { type: 'ChangeStage', stage, settings })
          return readBracket(store, stage)
        }),
    })
  }

  web.delete(
    '/api/tournament/bracket/:id/',
    { config, schema: { params: ById, response: { 204: Gone } } },
    (request, reply) =>
      remove(context, { request, reply }, (errand) =>
        send(context, errand, { type: 'DeleteStage', stage: request.params.id }),
      ),
  )
}
