import { z } from 'zod'
import { isLinked } from '../../events/link.ts'
import { stageProblems } from '../../events/stage-problems.ts'
import { notFound } from '../web/index.ts'
import { validateLinked } from './bracket-link.ts'
import { readBracket } from './bracket-rows.ts'
import type { Context } from './context.ts'
import type { Homes } from './home.ts'
import { ById, Id } from './ids.ts'
import { Live, liveStandingsOf } from './live-standing.ts'
import { BracketBody, StandingBody } from './rows.ts'
import { send } from './send.ts'
import { standingsOf } from './standing.ts'
import { write } from './write.ts'

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
export function bracketPlayRoutes(context: Context, homes: Homes): void {
  const { web, store, desk } = context
  const edit = { access: 'editStages', scene: homes.ofBracket } as const

  web.put(
    '/api/tournament/bracket/:id/set-teams/',
    { config: edit, schema: { params: ById, body: Seeds, response: { 200: BracketBody } } },
    (request, reply) =>
      write(context, { request, reply }, async (errand) => {
        const { id: stage } = request.params
        const { teams, confirm } = request.body
        await send(context, errand, { type: 'SeedStage', stage, teams, confirm })
        return readBracket(store, stage)
      }),
  )

  web.put(
    '/api/tournament/bracket/:id/create-matches/',
    { config: edit, schema: { params: ById, body: Create, response: { 200: BracketBody } } },
    (request, reply) =>
      write(context, { request, reply }, async (errand) => {
        const { id: stage } = request.params
        const { confirm } = request.body
        await send(context, errand, { type: 'CreateMatches', stage, confirm })
        return readBracket(store, stage)
      }),
  )

  web.put(
    '/api/tournament/bracket/:id/create-tiebreaks/',
    { config: edit, schema: { params: ById, body: Places, response: { 200: BracketBody } } },
    (request, reply) =>
      write(context, { request, reply }, async (errand) => {
        const { id: stage } = request.params
        const command = { type: 'CreateTiebreaks', stage, ...request.body } as const
        const { answer } = await send(context, errand, command)
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
      return write(context, { request, reply }, async (errand) =>
        verdict(await validateLinked(context, errand, stage)),
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
