import { z } from 'zod'
import { countOf } from '../../store/index.ts'
import { wrongFields } from '../../web/index.ts'
import { idempotentRows } from '../http/idempotency.ts'
import type { Context } from '../http/context.ts'
import type { Scopes } from '../http/scope.ts'
import { ById, Id, IdFilter } from '../http/ids.ts'
import type { RowScopes } from '../http/row-scope.ts'
import { Order, Ordered, removeFromOrder } from '../http/list-order.ts'
import { removeRoute } from '../http/row-write.ts'
import {
  LinkBody,
  LinkFields,
  addLink,
  changeLink,
  links,
  orderLinks,
  readLink,
  shown,
} from './page-link-rows.ts'
import { list, listOf, paging } from '../http/list.ts'

const url = '/api/tournament/links/'
const order = z.int().min(1).max(1_000).optional()
const { title, image } = LinkFields.shape
const Whole = LinkFields.extend({ title: title.default(''), image: image.default(null), order })
const NewLink = Whole.extend({ tournament: Id })
const Replacement = Whole.extend({ tournament: Id.optional() })
const Change = LinkFields.partial().extend({ tournament: Id.optional(), order })
const Filters = z.object({ ...paging, tournamentId: IdFilter, tournament: IdFilter })

/** Links of a tournament's page, in the order they are shown in. */
export function pageLinkRoutes(context: Context, sceneOf: Scopes & RowScopes): void {
  readRoutes(context)
  writeRoutes(context, sceneOf)
  orderRoute(context, sceneOf)
}

function readRoutes({ web, store: { db } }: Context): void {
  const config = { access: 'readPublic' } as const

  web.get(
    url,
    { config, schema: { querystring: Filters, response: { 200: listOf(LinkBody) } } },
    (request) => {
      const tournament = request.query.tournamentId ?? request.query.tournament
      const found = links(db).$if(tournament !== undefined, (q) =>
        q.where('kept.link.tournament', '=', tournament ?? 0),
      )
      return list(request, {
        count: () => countOf(found),
        rows: async (limit, offset) => {
          const inOrder = found.orderBy('kept.link.tournament').orderBy('kept.link.position')
          return (await inOrder.limit(limit).offset(offset).execute()).map(shown)
        },
      })
    },
  )

  web.get(
    `${url}:id/`,
    { config, schema: { params: ById, response: { 200: LinkBody } } },
    (request) => readLink(db, request.params.id),
  )
}

function writeRoutes(context: Context, sceneOf: Scopes & RowScopes): void {
  const { web, store } = context
  const config = { access: 'editLinks', scene: sceneOf.link } as const

  web.post(
    url,
    {
      config: { access: 'editLinks', scene: sceneOf.byTournamentInBody },
      schema: { body: NewLink, response: { 201: LinkBody } },
    },
    (request, reply) => {
      reply.code(201)
      return idempotentRows({ store, request, reply }, async (tx) => {
        const { tournament, ...fields } = request.body
        return readLink(tx, await addLink(tx, tournament, fields))
      })
    },
  )

  for (const [method, body] of [
    ['PUT', Replacement],
    ['PATCH', Change],
  ] as const) {
    web.route({
      method,
      url: `${url}:id/`,
      config,
      schema: { params: ById, body, response: { 200: LinkBody } },
      handler: (request, reply) =>
        idempotentRows({ store, request, reply }, async (tx) => {
          const { tournament: wanted, ...change }: z.infer<typeof Change> = request.body
          const { id, tournament } = await readLink(tx, request.params.id)
          if (wanted !== undefined && wanted !== tournament) {
            throw wrongFields({ tournament: ['A link stays with its tournament'] })
          }
          await changeLink(tx, { id, tournament }, change)
          return readLink(tx, id)
        }),
    })
  }

  removeRoute(context, { url, config }, async (tx, id) =>
    removeFromOrder(tx, 'link', await readLink(tx, id)),
  )
}

function orderRoute({ web, store }: Context, sceneOf: Scopes): void {
  web.put(
    '/api/tournament/tournament/:id/link-order/',
    {
      config: { access: 'editLinks', scene: sceneOf.tournament },
      schema: { params: ById, body: Order, response: { 200: Ordered } },
    },
    (request, reply) =>
      idempotentRows({ store, request, reply }, (tx) =>
        orderLinks(tx, request.params.id, request.body),
      ),
  )
}
