import manifest from '../../../package.json' with { type: 'json' }
import { withoutSafeBounds } from '../../web/index.ts'
import type { Context } from './context.ts'
import { asyncApi } from '../schema/async-api.ts'
import { openApiPage } from './openapi-page.ts'
import { route } from '../http/route.ts'

const timeoutMs = 1_000

export function openApiRoutes({ web, store }: Context): void {
  const read = { access: 'readPublic' } as const

  web.get('/api/docs/json/', { config: read, schema: { hide: true } }, async () => web.swagger())

  web.get('/api/docs/', { config: read, schema: { hide: true } }, async (_, reply) =>
    reply.type('text/html; charset=utf-8').send(openApiPage(web.swagger(), web.matrix())),
  )

  web.get('/api/docs/async/', { config: read, schema: { hide: true } }, async () =>
    withoutSafeBounds(asyncApi(manifest.version)),
  )

  route(web, 'GET /api/health/', read, async (_, reply) => {
    const query = store.db.selectFrom('view.checkpoint').select('name').execute()
    const timeout = new Promise<never>((_, reject) => setTimeout(reject, timeoutMs).unref())
    const ok = await Promise.race([query, timeout]).then(
      () => true,
      () => false,
    )
    if (ok) return { status: 'ok' as const }
    return reply
      .code(503)
      .header('retry-after', 1)
      .send({ status: 'database away' as const })
  })
}
