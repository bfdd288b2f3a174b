import { noEstimates } from '../../../events/estimate/publish.ts'
import { callsIn } from '../../queries/match-calls.ts'
import { publishedOf } from '../../store/estimates.ts'
import { notFound } from '../../web/index.ts'
import type { Context } from '../http/context.ts'
import { route } from '../http/route.ts'

/** When matches will probably start, and how near they are (R-ETA-1, R-ETA-2, R-QU-4). */
export function estimateRoutes({ web, store }: Context): void {
  route(
    web,
    'GET /api/tournament/tournament/:id/estimates/',
    { access: 'readPublic' },
    async (request) => {
      const { id } = request.params
      const [known, told, calls] = await Promise.all([
        store.db.selectFrom('view.tournament').select('id').where('id', '=', id).executeTakeFirst(),
        publishedOf(store, id),
        callsIn(store, [id]),
      ])
      if (!known) throw notFound()
      const called = [...(calls.get(id) ?? [])].map(([match, call]) => ({ match, call }))
      return { ...(told?.estimates ?? noEstimates(id)), calls: called }
    },
  )
}
