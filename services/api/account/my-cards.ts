import { notFound } from '../../web/index.ts'
import type { Context } from '../http/context.ts'
import { idempotentRows } from '../http/idempotency.ts'
import { listRows } from '../http/list.ts'
import { route } from '../http/route.ts'
import { sessionOf } from './my-account.ts'

/** A person's cards for readers at cabinets: known by their hash, so told by when they were added. */
export function cardRoutes({ web, store }: Context): void {
  const config = { access: 'changeMe' } as const

  route(web, 'GET /api/user/card/', config, (request) => {
    const found = store.db
      .selectFrom('kept.card')
      .select(['id', 'createdAt'])
      .where('person', '=', sessionOf(request).id)
    return listRows(request, found.orderBy('id'), (rows) =>
      rows.map(({ id, createdAt }) => ({ id, createdAt: createdAt.toISOString() })),
    )
  })

  route(web, 'DELETE /api/user/card/:id/', config, async (request, reply) => {
    const { id: person } = sessionOf(request)
    await idempotentRows({ store, request, reply }, async (tx) => {
      const gone = await tx
        .deleteFrom('kept.card')
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
