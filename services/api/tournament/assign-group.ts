import { wrongFields, rejectionFor } from '../../web/index.ts'
import { findGroup } from '../venue/cabinet-group.ts'
import { namedCabinets } from '../venue/cabinet-rows.ts'
import type { Context } from '../http/context.ts'
import { send } from '../http/command/send.ts'
import { readTournament } from './tournament-rows.ts'
import { writeRoute } from '../http/route.ts'

/**
 * Assigns the cabinets of a group in addition to the assigned ones, so none is removed from a
 * match.
 */
export function assignGroupRoutes(context: Context): void {
  const { store, sceneOf } = context
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
        throw rejectionFor('GROUP_OF_OTHER_SCENE')
      }
      const query = { scene: scene.id, ids: group.cabinets, field: 'group' }
      const cabinets = await namedCabinets(store, query)
      await send(context, target, { type: 'AssignCabinets', cabinets, merge: true })
      return readTournament(store, tournament)
    },
  )
}
