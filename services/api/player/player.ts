import type { FastifyRequest } from 'fastify'
import { forgetPlayer } from '../../store/index.ts'
import { authenticate } from '../../web/index.ts'
import type { Context } from '../http/context.ts'
import { settleBeforeRemoval } from '../http/payment-errors.ts'
import { listRows } from '../http/list.ts'
import { changePlayer, createPlayer } from './player-changes.ts'
import { orderPlayers, matchingPlayers } from './player-filters.ts'
import { readPlayer, playerBody } from './player-rows.ts'
import { send, wasSent } from '../http/command/send.ts'
import { route, writeRoute, publicRead } from '../http/route.ts'

/** Players. Reads return only the fields that the caller may see (R-PE-1, P19). */
export function playerRoutes(context: Context): void {
  readRoutes(context)
  writeRoutes(context)
}

function readRoutes({ web, store }: Context): void {
  const callerOf = (request: FastifyRequest) => authenticate(store, request)

  route(web, 'GET /api/tournament/player/', publicRead, async (request) => {
    const person = await callerOf(request)
    const players = await matchingPlayers(store, person, request.query)
    return listRows(request, orderPlayers(players, request.query.ordering), (rows) =>
      rows.map((row) => playerBody(person, row)),
    )
  })

  route(web, 'GET /api/tournament/player/:id/', publicRead, async (request) =>
    readPlayer(store, await callerOf(request), request.params.id),
  )
}

function writeRoutes(context: Context): void {
  const { store, sceneOf } = context

  writeRoute(
    context,
    'POST /api/tournament/player/',
    { access: 'editPlayers', scene: sceneOf.byTournamentInBody, takesPicture: true },
    (target) => createPlayer(context, target),
  )

  for (const [key, access] of [
    ['PUT /api/tournament/player/:id/', 'editPlayers'],
    // Officials may check players in; other fields need more rights.
    ['PATCH /api/tournament/player/:id/', 'checkIn'],
  ] as const) {
    writeRoute(
      context,
      key,
      { access, scene: sceneOf.player, takesPicture: true },
      (target, request) => changePlayer(context, target, request.params.id, request.body),
    )
  }

  writeRoute(
    context,
    'DELETE /api/tournament/player/:id/',
    { access: 'editPlayers', scene: sceneOf.player },
    async (target, request) => {
      const { id: player } = request.params
      const force = request.body.force ?? request.query.force === 'true'
      if (!(await wasSent(context, target))) {
        await settleBeforeRemoval(context, { player }, { players: [player], force })
      }
      await send(context, target, { type: 'RemovePlayer', player })
      await forgetPlayer(store, player)
      await context.offerPlaces(target.tournament)
    },
  )
}
