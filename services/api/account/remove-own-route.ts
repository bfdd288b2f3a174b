import type { FastifyContextConfig } from 'fastify'
import { notFound } from '../../web/index.ts'
import type { Context } from '../http/context.ts'
import { removeRoute } from '../http/route.ts'
import { sessionOf } from './my-account.ts'

/** Deletes a row of the signed-in person. A row of somebody else is answered with 404. */
export function removeOwnRoute(
  context: Context,
  key: 'DELETE /api/user/card/:id/' | 'DELETE /api/user/key/:id/',
  { config, table }: { config: FastifyContextConfig; table: 'card' | 'apiKey' },
): void {
  removeRoute(context, key, config, (tx, request) =>
    tx
      .deleteFrom(`kept.${table}`)
      .where('id', '=', request.params.id)
      .where('person', '=', sessionOf(request).id)
      .returning('id')
      .executeTakeFirstOrThrow(notFound),
  )
}
