import { wrongFields } from '../../web/index.ts'
import { findGroup } from '../venue/cabinet-group.ts'
import { namedCabinets } from '../venue/cabinet-rows.ts'
import type { Context } from '../http/context.ts'
import type { Scopes } from '../http/scope.ts'
import { send } from '../http/command/send.ts'
import { readTournament } from './tournament-rows.ts'
import { refused } from '../http/refused.ts'
import { writeRoute } from '../http/route.ts'

/** The cabinets of a group beside those assigned: none is taken from a match that is being played. */
export function assignGroupRoutes(context: Context, sceneOf: Scopes): void {
  const { store } = context
  writeRoute(
    context,
    'PUT /api/tournament/tournament/:id/assign-group/',
    { access: 'changeTournament', scene: sceneOf.tournament },
    async (target, request) => {
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
    },
  )
}
