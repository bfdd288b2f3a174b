import { limitedTo } from '../../store/index.ts'
import { checkStorable, storeToken } from './external-bracket.ts'
import { bracketBodies, groupsOf, readBracket } from './bracket-rows.ts'
import type { Context } from '../http/context.ts'
import { answeredUnchanged } from '../http/etag.ts'
import { listRows } from '../http/list.ts'
import { send } from '../http/command/send.ts'
import { route, writeRoute, publicRead } from '../http/route.ts'

export function bracketRoutes(context: Context): void {
  readRoutes(context)
  writeRoutes(context)
}

function readRoutes({ web, store }: Context): void {
  route(web, 'GET /api/tournament/bracket/', publicRead, async (request, reply) => {
    const { query } = request
    const tournament = query.tournamentId ?? query.tournament
    if (tournament && (await answeredUnchanged(store, { request, reply }, { tournament })))
      return reply
    const stages = store.db
      .selectFrom('view.bracket')
      .where(limitedTo('tournament', 'tournament', tournament))
    return listRows(request, stages.selectAll().orderBy('id'), (rows) => bracketBodies(store, rows))
  })

  route(web, 'GET /api/tournament/bracket/:id/', publicRead, async (request, reply) => {
    const { id: bracket } = request.params
    if (await answeredUnchanged(store, { request, reply }, { bracket })) return reply
    return readBracket(store, bracket)
  })
}

function writeRoutes(context: Context): void {
  const { store, sceneOf } = context
  const config = { access: 'editStages', scene: sceneOf.bracket } as const

  writeRoute(
    context,
    'POST /api/tournament/bracket/',
    { access: 'editStages', scene: sceneOf.byTournamentInBody },
    async (target, request) => {
      const { tournament: _, numGroups, linkToken, ...settings } = request.body
      checkStorable(context, linkToken)
      const command = { type: 'CreateStage', settings, numGroups } as const
      const { answer } = await send(context, target, command)
      const [first = 0, ...others] = answer['ids'] as number[]
      const stages = [first, ...others]
      await storeToken(context, { ...target, stages }, linkToken)
      const stage = await readBracket(store, first)
      return others.length === 0 ? stage : { ...stage, groups: await groupsOf(store, first) }
    },
  )

  writeRoute(
    context,
    ['PUT /api/tournament/bracket/:id/', 'PATCH /api/tournament/bracket/:id/'],
    config,
    async (target, request) => {
      const { id: stage } = request.params
      const { confirm, linkToken, ...settings } = request.body
      checkStorable(context, linkToken)
      await send(context, target, { type: 'ChangeStage', stage, settings, confirm })
      await storeToken(context, { ...target, stages: [stage] }, linkToken)
      return readBracket(store, stage)
    },
  )

  writeRoute(context, 'DELETE /api/tournament/bracket/:id/', config, async (target, request) => {
    const { id: stage } = request.params
    const confirm = request.body?.confirm ?? request.query.confirm === 'true'
    await send(context, target, { type: 'DeleteStage', stage, confirm })
    await storeToken(context, { ...target, stages: [stage] }, null)
  })
}
