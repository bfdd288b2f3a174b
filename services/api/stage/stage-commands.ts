import type { FastifyContextConfig } from 'fastify'
import { isLinked } from '#events/state/external-bracket.ts'
import { stageProblems } from '#events/bracket/stage-problems.ts'
import type { Done } from '../../desk/index.ts'
import { notFound } from '../../web/index.ts'
import { validateLinked } from './external-bracket.ts'
import { readBracket } from './bracket-rows.ts'
import type { Context } from '../http/context.ts'
import { answeredUnchanged } from '../http/etag.ts'
import { liveStandingsOf } from './live-standing.ts'
import { commandRoutes } from '../http/command/route.ts'
import { standingsOf } from './standing.ts'
import { route, write, publicRead } from '../http/route.ts'

function validationOf(errors: string[]) {
  return { success: errors.length === 0, errors }
}

/** Commands on a stage's teams and matches, its validation and its standings. */
export function bracketPlayRoutes(context: Context): void {
  const { web, store, desk, sceneOf } = context
  const edit = { access: 'editStages', scene: sceneOf.bracket } as const
  stageCommands(context, edit)

  const validating = { ...edit, isCommand: true }
  route(web, 'PUT /api/tournament/bracket/:id/validate/', validating, async (request, reply) => {
    const stage = await readBracket(store, request.params.id)
    const t = await desk.state(stage.tournament)
    const localStage = t.stages[stage.id]
    if (!localStage) throw notFound()
    if (!isLinked(t, localStage)) return validationOf(stageProblems(t, localStage))
    return write(context, { request, reply }, async (target) =>
      validationOf(await validateLinked(context, target, stage)),
    )
  })

  route(web, 'GET /api/tournament/bracket/:id/standings/', publicRead, async (request, reply) => {
    const of = { bracket: request.params.id }
    const { live } = request.query
    if (!live && (await answeredUnchanged(store, { request, reply }, of))) return reply
    const [stage] = live ? await liveStandingsOf(context, of) : await standingsOf(store, of)
    return { standings: stage?.standings ?? [] }
  })
}

function stageCommands(context: Context, edit: FastifyContextConfig): void {
  const { store } = context
  const of = '/api/tournament/bracket/:id/'
  const put = commandRoutes(context, edit, { of, answer: (id) => readBracket(store, id) })
  put('set-teams', (stage, { teams, confirm }) => ({ type: 'SeedStage', stage, teams, confirm }))
  put('create-matches', (stage, { confirm }) => ({ type: 'CreateMatches', stage, confirm }))
  // Late teams, withdrawals, and teams placed from groups.
  put('add-team', (stage, { team }) => ({ type: 'AddLateTeam', stage, team }))
  put('withdraw-team', (stage, body) => ({ type: 'WithdrawTeam', stage, ...body }))
  put('default-placements', (stage, body) => ({ type: 'PlaceByDefault', stage, ...body }))

  const answerWithStage = (_: number, { answer }: Done) =>
    readBracket(store, Number(answer['stage']))
  const make = commandRoutes(context, edit, { of, answer: answerWithStage })
  make('create-tiebreaks', (stage, body) => ({ type: 'CreateTiebreaks', stage, ...body }))
}
