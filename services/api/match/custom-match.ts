import type { CommandOf } from '../../../events/schema/command.ts'
import { wrongFields } from '../../web/index.ts'
import type { Context } from '../http/context.ts'
import type { Scopes } from '../http/scope.ts'
import { readMatch } from './match-rows.ts'
import { send } from '../http/command/send.ts'
import { remove, write } from '../http/command/write.ts'
import { on } from '../schema/on.ts'
import { matchApi } from '../schema/match.ts'
import type { CustomMatch } from '../schema/match.ts'

/** Matches of a stage that has no generator (R-CU-1). */
export function customMatchRoutes(context: Context, sceneOf: Scopes): void {
  const { web, store } = context

  web.route({
    ...on(matchApi, 'POST /api/tournament/match/'),
    config: { access: 'runMatches', scene: sceneOf.byBracketInBody },
    handler: (request, reply) =>
      write(context, { request, reply }, async (target) => {
        const { bracket: stage, roundName } = request.body
        const [blue, gold] = [sourceOf(request.body, 'blue'), sourceOf(request.body, 'gold')]
        const command = { type: 'AddMatch', stage, blue, gold, roundName } as const
        const { answer } = await send(context, target, command)
        reply.code(201)
        return readMatch(store, (answer['ids'] as number[])[0] ?? 0)
      }),
  })

  web.route({
    ...on(matchApi, 'DELETE /api/tournament/match/:id/'),
    config: { access: 'runMatches', scene: sceneOf.match },
    handler: (request, reply) =>
      remove(context, { request, reply }, (target) =>
        send(context, target, { type: 'RemoveMatch', match: request.params.id }),
      ),
  })
}

function sourceOf(body: CustomMatch, colour: 'blue' | 'gold'): CommandOf<'AddMatch'>['blue'] {
  const team = body[`${colour}Team`]
  const from = body[`${colour}From`]
  if (team && from) throw wrongFields({ [`${colour}From`]: ['Name a team or where it comes from'] })
  return from ?? (team ? { team } : { open: true })
}
