import type { CommandOf } from '../../../events/schema/command.ts'
import { wrongFields } from '../../web/index.ts'
import type { Context } from '../http/context.ts'
import { readMatch } from './match-rows.ts'
import { send } from '../http/command/send.ts'
import type { CustomMatch } from '../schema/match/match.ts'
import { writeRoute } from '../http/route.ts'

/** Adds and removes matches of a stage made by hand (R-CU-1). */
export function customMatchRoutes(context: Context): void {
  const { store, sceneOf } = context

  writeRoute(
    context,
    'POST /api/tournament/match/',
    { access: 'runMatches', scene: sceneOf.byBracketInBody },
    async (target, request) => {
      const { bracket: stage, roundName } = request.body
      const [blue, gold] = [sourceOf(request.body, 'blue'), sourceOf(request.body, 'gold')]
      const command = { type: 'AddMatch', stage, blue, gold, roundName } as const
      const { answer } = await send(context, target, command)
      return readMatch(store, (answer['ids'] as number[])[0] ?? 0)
    },
  )

  writeRoute(
    context,
    'DELETE /api/tournament/match/:id/',
    { access: 'runMatches', scene: sceneOf.match },
    (target, request) => send(context, target, { type: 'RemoveMatch', match: request.params.id }),
  )
}

function sourceOf(body: CustomMatch, colour: 'blue' | 'gold'): CommandOf<'AddMatch'>['blue'] {
  const team = body[`${colour}Team`]
  const from = body[`${colour}From`]
  if (team && from)
    throw wrongFields({ [`${colour}From`]: ['Choose a team or where it comes from'] })
  return from ?? (team ? { team } : { open: true })
}
