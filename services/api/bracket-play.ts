import { z } from 'zod'
import { problemsOf, readBracket } from './bracket-rows.ts'
import type { Context } from './context.ts'
import type { Homes } from './home.ts'
import { ById, Id } from './ids.ts'
import { BracketBody, StandingBody } from './rows.ts'
import { send } from './send.ts'
import { standingsOf } from './standing.ts'
import { write } from './write.ts'

const confirm = z.boolean().optional()
const Seeds = z.object({ teams: z.array(Id).max(1024), confirm })
const Create = z.object({ confirm })
const Standings = z.object({ standings: z.array(StandingBody) })
const Verdict = z.object({ success: z.boolean(), errors: z.array(z.string()) })

/** From a stage's settings to its matches and standings. */
export function bracketPlayRoutes(context: Context, homes: Homes): void {
  const { web, store } = context
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
    '/api/tournament/bracket/:id/validate/',
    { config: edit, schema: { params: ById, response: { 200: Verdict } } },
    async (request) => {
      const errors = problemsOf(await readBracket(store, request.params.id))
      return { success: errors.length === 0, errors }
    },
  )

  web.get(
    '/api/tournament/bracket/:id/standings/',
    {
      config: { access: 'readPublic' },
      schema: { params: ById, response: { 200: Standings } },
    },
    async (request) => {
      const [stage] = await standingsOf(store, { bracket: request.params.id })
      return { standings: stage?.standings ?? [] }
    },
  )
}
