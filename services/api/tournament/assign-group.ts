import { wrongFields } from '../../web/index.ts'
import { findGroup } from '../venue/cabinet-group.ts'
import { namedCabinets } from '../venue/cabinet-rows.ts'
import type { Context } from '../http/context.ts'
import type { Scopes } from '../http/scope.ts'
import { send } from '../http/command/send.ts'
import { readTournament } from './tournament-rows.ts'
import { write } from '../http/command/write.ts'
import { on } from '../schema/on.ts'
import { tournamentApi } from '../schema/tournament.ts'
import { refused } from '../http/refused.ts'

/** The cabinets of a group beside those assigned: none is taken from a match that is being played. */
export function assignGroupRoutes(context: Context, sceneOf: Scopes): void {
  const { web, store } = context
  web.route({
    ...on(tournamentApi, 'PUT /api/tournament/tournament/:id/assign-group/'),
    config: { access: 'changeTournament', scene: sceneOf.tournament },
    handler: (request, reply) =>
      write(context, { request, reply }, async (target) => {
        const { tournament } = target
        const { scene } = await readTournament(store, tournament)
        const group = await findGroup(store.db, request.body.group)
        if (!group) throw wrongFields({ group: ['There is no such group'] })
        if (group.scene !== scene.id) {
          throw refused('GROUP_OF_OTHER_SCENE')
        }
        const wanted = { scene: scene.id, ids: group.cabinets, field: 'group' }
        const cabinets = await namedCabinets(store, wanted)
        await send(context, target, { type: 'AssignCabinets', cabinets, merge: true })
        return readTournament(store, tournament)
      }),
  })
}
