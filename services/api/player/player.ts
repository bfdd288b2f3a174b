import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { countOf, forgetPlayer } from '../../store/index.ts'
import { authenticate } from '../../web/index.ts'
import type { Context } from '../http/context.ts'
import type { Scopes } from '../http/scope.ts'
import { ById } from '../http/ids.ts'
import { list, listOf, paging } from '../http/list.ts'
import { Change, NewPlayer, Replacement, changePlayer, createPlayer } from './player-changes.ts'
import { inOrder, matchingPlayers, playerFilters } from './player-filters.ts'
import { PlayerBody, readPlayer, shownTo } from './player-rows.ts'
import { Gone } from '../http/bodies.ts'
import { send } from '../http/command/send.ts'
import { remove, write } from '../http/command/write.ts'

const url = '/api/tournament/player/'
const Filters = z.object({ ...paging, ...playerFilters })

/** Who plays. The same address tells each who asks what they may know (R-PE-1, P19). */
export function playerRoutes(context: Context, sceneOf: Scopes): void {
  readRoutes(context)
  writeRoutes(context, sceneOf)
}

function readRoutes({ web, store }: Context): void {
  const config = { access: 'readPublic' } as const
  const asking = (request: FastifyRequest) => authenticate(store, request)

  web.get(
    url,
    { config, schema: { querystring: Filters, response: { 200: listOf(PlayerBody) } } },
    async (request) => {
      const person = await asking(request)
      const found = await matchingPlayers(store, person, request.query)
      return list(request, {
        count: () => countOf(found),
        rows: async (limit, offset) => {
          const page = inOrder(found, request.query.ordering).limit(limit).offset(offset)
          return (await page.execute()).map((row) => shownTo(person, row))
        },
      })
    },
  )

  web.get(
    `${url}:id/`,
    { config, schema: { params: ById, response: { 200: PlayerBody } } },
    async (request) => readPlayer(store, await asking(request), request.params.id),
  )
}

function writeRoutes(context: Context, sceneOf: Scopes): void {
  const { web, store } = context

  web.post(
    url,
    {
      config: { access: 'editPlayers', scene: sceneOf.byTournamentInBody, takesPicture: true },
      schema: { body: NewPlayer, response: { 201: PlayerBody } },
    },
    (request, reply) =>
      write(context, { request, reply }, ({ tournament }) =>
        createPlayer(context, { request, reply, tournament }),
      ),
  )

  for (const [method, access, body] of [
    ['PUT', 'editPlayers', Replacement],
    // Officials check players in; the other fields ask for more.
    ['PATCH', 'checkIn', Change],
  ] as const) {
    web.route({
      method,
      url: `${url}:id/`,
      config: { access, scene: sceneOf.player, takesPicture: true },
      schema: { params: ById, body, response: { 200: PlayerBody } },
      handler: (request, reply) =>
        write(context, { request, reply }, (target) =>
          changePlayer(context, target, request.params.id, request.body),
        ),
    })
  }

  web.delete(
    `${url}:id/`,
    {
      config: { access: 'editPlayers', scene: sceneOf.player },
      schema: { params: ById, response: { 204: Gone } },
    },
    (request, reply) =>
      remove(context, { request, reply }, async (target) => {
        const { id: player } = request.params
        await send(context, target, { type: 'RemovePlayer', player })
        await forgetPlayer(store, player)
      }),
  )
}
