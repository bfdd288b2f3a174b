import { z } from 'zod'
import type { Command } from '../../../events/schema/command.ts'
import { readBracket } from './bracket-rows.ts'
import type { Context } from '../http/context.ts'
import type { Scopes } from '../http/scope.ts'
import { ById, Id } from '../http/ids.ts'
import { BracketBody } from '../http/bodies.ts'
import { send } from '../http/command/send.ts'
import { write } from '../http/command/write.ts'

const Late = z.object({ team: Id })
const Leaving = z.object({ team: Id, how: z.enum(['forfeit', 'drop', 'void']) })
const Default = z.object({
  from: z.array(Id).min(1).max(26),
  top: z.int().min(1).max(64),
  confirm: z.boolean().optional(),
})

/** Who comes late to a stage, who leaves it, and who comes from its groups. */
export function bracketTeamRoutes(context: Context, sceneOf: Scopes): void {
  put('add-team', Late, (stage, { team }) => ({ type: 'AddLateTeam', stage, team }))
  put('withdraw-team', Leaving, (stage, body) => ({ type: 'WithdrawTeam', stage, ...body }))
  put('default-placements', Default, (stage, body) => ({ type: 'PlaceByDefault', stage, ...body }))

  function put<T extends z.ZodType>(
    name: string,
    body: T,
    command: (stage: number, body: z.infer<T>) => Command,
  ): void {
    context.web.put(
      `/api/tournament/bracket/:id/${name}/`,
      {
        config: { access: 'editStages', scene: sceneOf.bracket },
        schema: { params: ById, body, response: { 200: BracketBody } },
      },
      (request, reply) =>
        write(context, { request, reply }, async (target) => {
          const { id } = request.params
          await send(context, target, command(id, request.body as z.infer<T>))
          return readBracket(context.store, id)
        }),
    )
  }
}
