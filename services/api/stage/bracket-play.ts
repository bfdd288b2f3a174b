import { isLinked } from '../../../events/state/external-bracket.ts'
import { stageProblems } from '../../../events/bracket/stage-problems.ts'
import { notFound } from '../../web/index.ts'
import { validateLinked } from './external-bracket.ts'
import { readBracket } from './bracket-rows.ts'
import type { Context } from '../http/context.ts'
import { isUnchanged } from '../http/etag.ts'
import type { Scopes } from '../http/scope.ts'
import { liveStandingsOf } from './live-standing.ts'
import { send } from '../http/command/send.ts'
import { standingsOf } from './standing.ts'
import { route, write, writeRoute } from '../http/route.ts'
import type { Command } from '../../../events/schema/command.ts'
import type { RequestPart } from '../schema/routes.ts'
import type { StageId } from '../../../events/ids.ts'

function verdict(errors: string[]) {
  return { success: errors.length === 0, errors }
}

/** From a stage's settings to its matches and standings. */
export function bracketPlayRoutes(context: Context, sceneOf: Scopes): void {
  const { web, store, desk } = context
  teamRoutes(context, sceneOf)
  const edit = { access: 'editStages', scene: sceneOf.bracket } as const

  writeRoute(
    context,
    'PUT /api/tournament/bracket/:id/set-teams/',
    edit,
    async (target, request) => {
      const { id: stage } = request.params
      const { teams, confirm } = request.body
      await send(context, target, { type: 'SeedStage', stage, teams, confirm })
      return readBracket(store, stage)
    },
  )

  writeRoute(
    context,
    'PUT /api/tournament/bracket/:id/create-matches/',
    edit,
    async (target, request) => {
      const { id: stage } = request.params
      const { confirm } = request.body
      await send(context, target, { type: 'CreateMatches', stage, confirm })
      return readBracket(store, stage)
    },
  )

  writeRoute(
    context,
    'PUT /api/tournament/bracket/:id/create-tiebreaks/',
    edit,
    async (target, request) => {
      const { id: stage } = request.params
      const command = { type: 'CreateTiebreaks', stage, ...request.body } as const
      const { answer } = await send(context, target, command)
      return readBracket(store, Number(answer['stage']))
    },
  )

  route(web, 'PUT /api/tournament/bracket/:id/validate/', edit, async (request, reply) => {
    const stage = await readBracket(store, request.params.id)
    const t = await desk.state(stage.tournament)
    const own = t.stages[stage.id]
    if (!own) throw notFound()
    if (!isLinked(t, own)) return verdict(stageProblems(t, own))
    return write(context, { request, reply }, async (target) =>
      verdict(await validateLinked(context, target, stage)),
    )
  })

  route(
    web,
    'GET /api/tournament/bracket/:id/standings/',
    { access: 'readPublic' },
    async (request, reply) => {
      const of = { bracket: request.params.id }
      const { live } = request.query
      if (!live && (await isUnchanged(store, { request, reply }, of))) {
        return reply.code(304).send(null)
      }
      const [stage] = live ? await liveStandingsOf(context, of) : await standingsOf(store, of)
      return { standings: stage?.standings ?? [] }
    },
  )
}

type Verb = 'add-team' | 'withdraw-team' | 'default-placements'
type Route<V extends Verb> = `PUT /api/tournament/bracket/:id/${V}/`
type Body<V extends Verb> = RequestPart<Route<V>, 'body'>

/** Who comes late to a stage, who leaves it, and who comes from its groups. */
function teamRoutes(context: Context, sceneOf: Scopes): void {
  put('add-team', (stage, { team }) => ({ type: 'AddLateTeam', stage, team }))
  put('withdraw-team', (stage, body) => ({ type: 'WithdrawTeam', stage, ...body }))
  put('default-placements', (stage, body) => ({ type: 'PlaceByDefault', stage, ...body }))

  function put<V extends Verb>(verb: V, command: (stage: StageId, body: Body<V>) => Command): void {
    const route: Route<Verb> = `PUT /api/tournament/bracket/:id/${verb}/`
    const config = { access: 'editStages', scene: sceneOf.bracket } as const
    writeRoute(context, route, config, async (target, request) => {
      const { id } = request.params
      await send(context, target, command(id, request.body as Body<V>))
      return readBracket(context.store, id)
    })
  }
}
