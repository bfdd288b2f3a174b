import { z } from 'zod'
import { StageChange, StageSettings } from '../../../events/schema/stage-settings.ts'
import { LinkToken, checkKeepable, keepToken } from './external-bracket.ts'
import { asTold, groupsOf, readBracket } from './bracket-rows.ts'
import type { Context } from '../http/context.ts'
import type { Scopes } from '../http/scope.ts'
import { ById, Id, IdFilter } from '../http/ids.ts'
import { countOf } from '../../store/index.ts'
import { list, listOf, paging } from '../http/list.ts'
import { BracketBody, Gone } from '../http/bodies.ts'
import { send } from '../http/command/send.ts'
import { remove, write } from '../http/command/write.ts'

const NewBracket = StageSettings.extend({
  tournament: Id,
  numGroups: z.int().min(1).max(26).default(1),
  linkToken: LinkToken.optional(),
}).refine(({ name, numGroups }) => numGroups === 1 || name.length <= 100 - ' Group A'.length, {
  path: ['name'],
  message: 'Too long',
})
/** `confirm`: for matches that were played to another number of games */
const confirm = z.boolean().optional()
const Whole = StageSettings.extend({ confirm, linkToken: LinkToken.optional() })
const Change = StageChange.extend({ confirm, linkToken: LinkToken.optional() })
const Filters = z.object({ ...paging, tournamentId: IdFilter, tournament: IdFilter })

export function bracketRoutes(context: Context, sceneOf: Scopes): void {
  readRoutes(context)
  writeRoutes(context, sceneOf)
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
        rows: async (limit, offset) => {
          const page = found.selectAll().orderBy('id').limit(limit).offset(offset)
          return asTold(store, await page.execute())
        },
      })
    },
  )

  web.get(
    '/api/tournament/bracket/:id/',
    { config, schema: { params: ById, response: { 200: BracketBody } } },
    (request) => readBracket(store, request.params.id),
  )
}

function writeRoutes(context: Context, sceneOf: Scopes): void {
  const { web, store } = context
  const config = { access: 'editStages', scene: sceneOf.bracket } as const

  web.post(
    '/api/tournament/bracket/',
    {
      config: { access: 'editStages', scene: sceneOf.byTournamentInBody },
      schema: { body: NewBracket, response: { 201: BracketBody } },
    },
    (request, reply) =>
      write(context, { request, reply }, async (target) => {
        const { tournament: _, numGroups, linkToken, ...settings } = request.body
        checkKeepable(context, linkToken)
        const command = { type: 'CreateStage', settings, numGroups } as const
        const { answer } = await send(context, target, command)
        reply.code(201)
        const [first = 0, ...others] = answer['ids'] as number[]
        const stages = [first, ...others]
        await keepToken(context, { ...target, stages }, linkToken)
        const stage = await readBracket(store, first)
        return others.length === 0 ? stage : { ...stage, groups: await groupsOf(store, first) }
      }),
  )

  for (const [method, body] of [
    ['PUT', Whole],
    ['PATCH', Change],
  ] as const) {
    web.route({
      method,
      url: '/api/tournament/bracket/:id/',
      config,
      schema: { params: ById, body, response: { 200: BracketBody } },
      handler: (request, reply) =>
        write(context, { request, reply }, async (target) => {
          const { id: stage } = request.params
          const { confirm, linkToken, ...settings } = request.body
          checkKeepable(context, linkToken)
          await send(context, target, { type: 'ChangeStage', stage, settings, confirm })
          await keepToken(context, { ...target, stages: [stage] }, linkToken)
          return readBracket(store, stage)
        }),
    })
  }

  web.delete(
    '/api/tournament/bracket/:id/',
    { config, schema: { params: ById, response: { 204: Gone } } },
    (request, reply) =>
      remove(context, { request, reply }, async (target) => {
        const { id: stage } = request.params
        await send(context, target, { type: 'DeleteStage', stage })
        await keepToken(context, { ...target, stages: [stage] }, null)
      }),
  )
}
