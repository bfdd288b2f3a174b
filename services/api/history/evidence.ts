import { authenticate } from '../../web/index.ts'
import type { Context } from '../http/context.ts'
import { evidenceOf } from './evidence-bundle.ts'
import { evidencePage } from './evidence-page.ts'
import { tournamentOf } from '../http/scope.ts'
import { readProtest } from '../match/protest-rows.ts'
import { route } from '../http/route.ts'

/** Collects the evidence of a match under protest (R-DI-3), for officials only (P19). */
export function evidenceRoutes(context: Context): void {
  const { web, store, sceneOf } = context
  route(
    web,
    'GET /api/tournament/protest/:id/evidence/',
    { access: 'readProtests', scene: sceneOf.protest },
    async (request, reply) => {
      const { params, query } = request
      const protest = await readProtest(context, await authenticate(store, request), params.id)
      const bundle = await evidenceOf(context, tournamentOf(request), protest)
      const isPage = query.form === 'html'
      const name = `protest-${protest.id}-M${bundle.match.matchNum}.${query.form}`
      reply
        .type(isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8')
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('cache-control', 'no-store')
        .serializer(String)
      return isPage ? evidencePage(bundle) : JSON.stringify(bundle, null, 2)
    },
  )
}
