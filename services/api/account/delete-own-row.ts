import type { FastifyContextConfig } from 'fastify'
import { notFound } from '../../web/index.ts'
import type { Context } from '../http/context.ts'
import { idempotentRows } from '../http/idempotency.ts'
import { route } from '../http/route.ts'
import { sessionOf } from './my-account.ts'

/** Removes a row of the person who asks; one of somebody else is not there for them. */
export function removeOwnRoute(
  { web, store }: Context,
  key: 'DELETE /api/user/card/:id/' | 'DELETE /api/user/key/:id/',
  { config, table }: { config: FastifyContextConfig; table: 'card' | 'apiKey' },
): void {
  route(web, key, config, async (request, reply) => {
    const { id: person } = sessionOf(request)
    await idempotentRows({ store, request, reply }, async (tx) => {
      const gone = await tx
        .deleteFrom(`kept.${table}`)
        .where('id', '=', request.params.id)
        .where('person', '=', person)
        .returning('id')
        .executeTakeFirst()
      if (!gone) throw notFound()
      return {}
    })
    return null
  })
}
