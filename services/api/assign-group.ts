import { z } from 'zod'
import { Rejection, wrongFields } from '../web/index.ts'
import { findGroup } from './cabinet-group.ts'
import { namedCabinets } from './cabinet-rows.ts'
import type { Context } from './context.ts'
import type { Homes } from './home.ts'
import { ById, Id } from './ids.ts'
import { TournamentBody } from './rows.ts'
import { send } from './send.ts'
import { readTournament } from './tournament-rows.ts'
import { write } from './write.ts'

const Group = z.object({ group: Id })

/** The cabinets of a group beside those assigned: none is taken from a match that is being played. */
export function assignGroupRoutes(context: Context, homes: Homes): void {
  const { web, store } = context
  web.put(
    '/api/tournament/tournament/:id/assign-group/',
    {
      config: { access: 'changeTournament', scene: homes.ofTournament },
      schema: { params: ById, body: Group, response: { 200: TournamentBody } },
    },
    (request, reply) =>
      write(context, { request, reply }, async (errand) => {
        const { tournament } = errand
        const { scene } = await readTournament(store, tournament)
        const group = await findGroup(store.db, request.body.group)
        if (!group) throw wrongFields({ group: ['There is no such group'] })
        if (group.scene !== scene.id) {
          const detail = 'This group of cabinets belongs to another scene.'
          throw new Rejection(409, { detail, code: 'GROUP_OF_OTHER_SCENE' })
        }
        const wanted = { scene: scene.id, ids: group.cabinets, field: 'group' }
        const cabinets = await namedCabinets(store, wanted)
        await send(context, errand, { type: 'AssignCabinets', cabinets, merge: true })
        return readTournament(store, tournament)
      }),
  )
}
