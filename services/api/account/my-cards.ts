import type { Context } from '../http/context.ts'
import { listRows } from '../http/list.ts'
import { route } from '../http/route.ts'
import { sessionOf } from './my-account.ts'
import { removeOwnRoute } from './delete-own-row.ts'

/** A person's cards for readers at cabinets: known by their hash, so told by when they were added. */
export function cardRoutes(context: Context): void {
  const { web, store } = context
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

  removeOwnRoute(context, 'DELETE /api/user/card/:id/', { config, table: 'card' })
}
