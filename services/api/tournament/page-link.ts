import { limitedTo } from '../../store/index.ts'
import type { z } from 'zod'
import { wrongFields } from '../../web/index.ts'
import type { Context } from '../http/context.ts'
import { removeFromOrder } from '../http/row-order.ts'
import { addLink, changeLink, links, orderLinks, readLink, linkBody } from './page-link-rows.ts'
import { listRows } from '../http/list.ts'
import type { LinkChange } from '../schema/tournament/page-link.ts'
import { removeRoute, route, rowsRoute, publicRead } from '../http/route.ts'

/** Links of a tournament's page, in their display order. */
export function pageLinkRoutes(context: Context): void {
  readRoutes(context)
  writeRoutes(context)
  orderRoute(context)
}

function readRoutes({ web, store: { db } }: Context): void {
  route(web, 'GET /api/tournament/links/', publicRead, (request) => {
    const tournament = request.query.tournamentId ?? request.query.tournament
    const rows = links(db).where(limitedTo('tournament', 'kept.link.tournament', tournament))
    return listRows(
      request,
      rows.orderBy('kept.link.tournament').orderBy('kept.link.position'),
      (page) => page.map(linkBody),
    )
  })

  route(web, 'GET /api/tournament/links/:id/', publicRead, (request) =>
    readLink(db, request.params.id),
  )
}

function writeRoutes(context: Context): void {
  const config = { access: 'editLinks', scene: context.sceneOf.link } as const

  rowsRoute(
    context,
    'POST /api/tournament/links/',
    { access: 'editLinks', scene: context.sceneOf.byTournamentInBody },
    async (tx, request) => {
      const { tournament, ...fields } = request.body
      return readLink(tx, await addLink(tx, tournament, fields))
    },
  )

  rowsRoute(
    context,
    ['PUT /api/tournament/links/:id/', 'PATCH /api/tournament/links/:id/'],
    config,
    async (tx, request) => {
      const { tournament: otherTournament, ...change }: z.infer<typeof LinkChange> = request.body
      const { id, tournament } = await readLink(tx, request.params.id)
      if (otherTournament !== undefined && otherTournament !== tournament) {
        throw wrongFields({ tournament: ['A link cannot be moved to another tournament'] })
      }
      await changeLink(tx, { id, tournament }, change)
      return readLink(tx, id)
    },
  )

  removeRoute(
    context,
    'DELETE /api/tournament/links/:id/',
    config,
    async (tx, { params: { id } }) => removeFromOrder(tx, 'link', await readLink(tx, id)),
  )
}

function orderRoute(context: Context): void {
  rowsRoute(
    context,
    'PUT /api/tournament/tournament/:id/link-order/',
    { access: 'editLinks', scene: context.sceneOf.tournament },
    (tx, request) => orderLinks(tx, request.params.id, request.body),
  )
}
