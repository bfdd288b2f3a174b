import type { FastifyContextConfig } from 'fastify'
import { notFound } from '../../web/index.ts'
import type { Context } from '../http/context.ts'
import { idempotentRows } from '../http/idempotency.ts'
import { route } from '../http/route.ts'
import { sessionOf } from './my-account.ts'

/** Deletes a row of the signed-in person. A row of somebody else is answered with 404. */
export function removeOwnRoute(
  { web, store }: Context,
  key: 'DELETE /api/user/card/:id/' | 'DELETE /api/user/key/:id/',
  { config, table }: { config: FastifyContextConfig; table: 'card' | 'apiKey' },
): void {
  route(web, key, config, async (request, reply) => {
    const { id: person } = sessionOf(request)
    await idempotentRows({ store, request, reply }, async (tx) => {
      const deleted = await tx
        .deleteFrom(`kept.${table}`)
        .where('id', '=', request.params.id)
        .where('person', '=', person)
        .returning('id')
        .executeTakeFirst()
      if (!deleted) throw notFound()
      return {}
    })
    return null
  })
}
