import type { Command } from '../../../events/schema/command.ts'
import type { Given } from '../schema/routes.ts'
import { readBracket } from './bracket-rows.ts'
import type { Context } from '../http/context.ts'
import type { Scopes } from '../http/scope.ts'
import { send } from '../http/command/send.ts'
import type { StageId } from '../../../events/ids.ts'
import { writeRoute } from '../http/route.ts'

type Verb = 'add-team' | 'withdraw-team' | 'default-placements'
type Route<V extends Verb> = `PUT /api/tournament/bracket/:id/${V}/`
type Body<V extends Verb> = Given<Route<V>, 'body'>

/** Who comes late to a stage, who leaves it, and who comes from its groups. */
export function bracketTeamRoutes(context: Context, sceneOf: Scopes): void {
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
