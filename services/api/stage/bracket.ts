import { checkKeepable, keepToken } from './external-bracket.ts'
import { asTold, groupsOf, readBracket } from './bracket-rows.ts'
import type { Context } from '../http/context.ts'
import type { Scopes } from '../http/scope.ts'
import { countOf } from '../../store/index.ts'
import { list } from '../http/list.ts'
import { send } from '../http/command/send.ts'
import { remove, write } from '../http/command/write.ts'
import { on } from '../schema/on.ts'
import { stageApi } from '../schema/stage.ts'

export function bracketRoutes(context: Context, sceneOf: Scopes): void {
  readRoutes(context)
  writeRoutes(context, sceneOf)
}

function readRoutes({ web, store }: Context): void {
  const config = { access: 'readPublic' } as const

  web.route({
    ...on(stageApi, 'GET /api/tournament/bracket/'),
    config,
    handler: (request) => {
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
  })

  web.route({
    ...on(stageApi, 'GET /api/tournament/bracket/:id/'),
    config,
    handler: (request) => readBracket(store, request.params.id),
  })
}

function writeRoutes(context: Context, sceneOf: Scopes): void {
  const { web, store } = context
  const config = { access: 'editStages', scene: sceneOf.bracket } as const

  web.route({
    ...on(stageApi, 'POST /api/tournament/bracket/'),
    config: { access: 'editStages', scene: sceneOf.byTournamentInBody },
    handler: (request, reply) =>
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
  })

  for (const key of [
    'PUT /api/tournament/bracket/:id/',
    'PATCH /api/tournament/bracket/:id/',
  ] as const) {
    web.route({
      ...on(stageApi, key),
      config,
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

  web.route({
    ...on(stageApi, 'DELETE /api/tournament/bracket/:id/'),
    config,
    handler: (request, reply) =>
      remove(context, { request, reply }, async (target) => {
        const { id: stage } = request.params
        await send(context, target, { type: 'DeleteStage', stage })
        await keepToken(context, { ...target, stages: [stage] }, null)
      }),
  })
}
