import { z } from 'zod'
import type { CommandOf } from '../../../events/schema/command.ts'
import { wrongFields } from '../../web/index.ts'
import type { Context } from '../http/context.ts'
import type { Scopes } from '../http/scope.ts'
import { ById, Id } from '../http/ids.ts'
import { readMatch } from './match-rows.ts'
import { Gone, MatchBody } from '../http/bodies.ts'
import { send } from '../http/command/send.ts'
import { remove, write } from '../http/command/write.ts'

const noStage = 'Tournament stage must be selected'
const From = z.union([z.object({ winnerOf: Id }), z.object({ loserOf: Id })])
const Body = z.object({
  bracket: z
    .int(noStage)
    .positive(noStage)
    .max(2 ** 31 - 1),
  blueTeam: Id.nullish(),
  goldTeam: Id.nullish(),
  blueFrom: From.nullish(),
  goldFrom: From.nullish(),
  roundName: z.string().trim().max(100).default(''),
})
type Body = z.infer<typeof Body>

/** Matches of a stage that has no generator (R-CU-1). */
export function customMatchRoutes(context: Context, sceneOf: Scopes): void {
  const { web, store } = context

  web.post(
    '/api/tournament/match/',
    {
      config: { access: 'runMatches', scene: sceneOf.byBracketInBody },
      schema: { body: Body, response: { 201: MatchBody } },
    },
    (request, reply) =>
      write(context, { request, reply }, async (target) => {
        const { bracket: stage, roundName } = request.body
        const [blue, gold] = [sourceOf(request.body, 'blue'), sourceOf(request.body, 'gold')]
        const command = { type: 'AddMatch', stage, blue, gold, roundName } as const
        const { answer } = await send(context, target, command)
        reply.code(201)
        return readMatch(store, (answer['ids'] as number[])[0] ?? 0)
      }),
  )

  web.delete(
    '/api/tournament/match/:id/',
    {
      config: { access: 'runMatches', scene: sceneOf.match },
      schema: { params: ById, response: { 204: Gone } },
    },
    (request, reply) =>
      remove(context, { request, reply }, (target) =>
        send(context, target, { type: 'RemoveMatch', match: request.params.id }),
      ),
  )
}

function sourceOf(body: Body, colour: 'blue' | 'gold'): CommandOf<'AddMatch'>['blue'] {
  const team = body[`${colour}Team`]
  const from = body[`${colour}From`]
  if (team && from) throw wrongFields({ [`${colour}From`]: ['Name a team or where it comes from'] })
  return from ?? (team ? { team } : { open: true })
}
