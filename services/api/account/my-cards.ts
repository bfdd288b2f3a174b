import type { Context } from '../http/context.ts'
import { listRows } from '../http/list.ts'
import { route } from '../http/route.ts'
import { sessionOf } from './my-account.ts'
import { removeOwnRoute } from './remove-own-route.ts'

/** A person's cards for card readers. Only their hashes are stored, so they are listed by date. */
export function cardRoutes(context: Context): void {
  const { web, store } = context
  const config = { access: 'changeMe' } as const

  route(web, 'GET /api/user/card/', config, (request) => {
    const cards = store.db
      .selectFrom('kept.card')
      .select(['id', 'createdAt'])
      .where('person', '=', sessionOf(request).id)
    return listRows(request, cards.orderBy('id'), (rows) =>
      rows.map(({ id, createdAt }) => ({ id, createdAt: createdAt.toISOString() })),
    )
  })

  removeOwnRoute(context, 'DELETE /api/user/card/:id/', { config, table: 'card' })
}
