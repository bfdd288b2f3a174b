import { noEstimates } from '#events/estimate/publish.ts'
import { callsIn } from '../../queries/index.ts'
import { publishedOf } from '../../store/estimates.ts'
import { notFound } from '../../web/index.ts'
import type { Context } from '../http/context.ts'
import { route, publicRead } from '../http/route.ts'

/** Estimated starts and calls of matches (R-ETA-1, R-ETA-2, R-QU-4). */
export function estimateRoutes({ web, store }: Context): void {
  route(web, 'GET /api/tournament/tournament/:id/estimates/', publicRead, async (request) => {
    const { id } = request.params
    const [tournament, published, calls] = await Promise.all([
      store.db.selectFrom('view.tournament').select('id').where('id', '=', id).executeTakeFirst(),
      publishedOf(store, id),
      callsIn(store, [id]),
    ])
    if (!tournament) throw notFound()
    const callRows = [...(calls.get(id) ?? [])].map(([match, call]) => ({ match, call }))
    return { ...(published?.estimates ?? noEstimates(id)), calls: callRows }
  })
}
