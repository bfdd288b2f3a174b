import { z } from 'zod'
import { isLinked } from '../../../events/state/external-bracket.ts'
import { stageProblems } from '../../../events/bracket/stage-problems.ts'
import { notFound } from '../../web/index.ts'
import { validateLinked } from './external-bracket.ts'
import { readBracket } from './bracket-rows.ts'
import type { Context } from '../http/context.ts'
import type { Scopes } from '../http/scope.ts'
import { ById, Id } from '../http/ids.ts'
import { Live, liveStandingsOf } from './live-standing.ts'
import { BracketBody, StandingBody } from '../http/bodies.ts'
import { send } from '../http/command/send.ts'
import { standingsOf } from './standing.ts'
import { write } from '../http/command/write.ts'

const confirm = z.boolean().optional()
const Places = z.object({ from: Id, to: Id })
const Seeds = z.object({ teams: z.array(Id).max(1024), confirm })
const Create = z.object({ confirm })
const Standings = z.object({ standings: z.array(StandingBody) })
const Verdict = z.object({ success: z.boolean(), errors: z.array(z.string()) })

function verdict(errors: string[]) {
  return { success: errors.length === 0, errors }
}

/** From a stage's settings to its matches and standings. */
export function bracketPlayRoutes(context: Context, sceneOf: Scopes): void {
  const { web, store, desk } = context
  const edit = { access: 'editStages', scene: sceneOf.bracket } as const

  web.put(
    '/api/tournament/bracket/:id/set-teams/',
    { config: edit, schema: { params: ById, body: Seeds, response: { 200: BracketBody } } },
    (request, reply) =>
      write(context, { request, reply }, async (target) => {
        const { id: stage } = request.params
        const { teams, confirm } = request.body
        await send(context, target, { type: 'SeedStage', stage, teams, confirm })
        return readBracket(store, stage)
      }),
  )

  web.put(
    '/api/tournament/bracket/:id/create-matches/',
    { config: edit, schema: { params: ById, body: Create, response: { 200: BracketBody } } },
    (request, reply) =>
      write(context, { request, reply }, async (target) => {
        const { id: stage } = request.params
        const { confirm } = request.body
        await send(context, target, { type: 'CreateMatches', stage, confirm })
        return readBracket(store, stage)
      }),
  )

  web.put(
    '/api/tournament/bracket/:id/create-tiebreaks/',
    { config: edit, schema: { params: ById, body: Places, response: { 200: BracketBody } } },
    (request, reply) =>
      write(context, { request, reply }, async (target) => {
        const { id: stage } = request.params
        const command = { type: 'CreateTiebreaks', stage, ...request.body } as const
        const { answer } = await send(context, target, command)
        return readBracket(store, Number(answer['stage']))
      }),
  )

  web.put(
    '/api/tournament/bracket/:id/validate/',
    { config: edit, schema: { params: ById, response: { 200: Verdict } } },
    async (request, reply) => {
      const stage = await readBracket(store, request.params.id)
      const t = await desk.state(stage.tournament)
      const own = t.stages[stage.id]
      if (!own) throw notFound()
      if (!isLinked(t, own)) return verdict(stageProblems(t, own))
      return write(context, { request, reply }, async (target) =>
        verdict(await validateLinked(context, target, stage)),
      )
    },
  )

  web.get(
    '/api/tournament/bracket/:id/standings/',
    {
      config: { access: 'readPublic' },
      schema: { params: ById, querystring: Live, response: { 200: Standings } },
    },
    async (request) => {
      const of = { bracket: request.params.id }
      const { live } = request.query
      const [stage] = live ? await liveStandingsOf(context, of) : await standingsOf(store, of)
      return { standings: stage?.standings ?? [] }
    },
  )
}
