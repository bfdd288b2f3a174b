import { healthApi } from '../schema/common.ts'
import { on } from '../schema/on.ts'
import type { Context } from './context.ts'
import { openApiPage } from './openapi-page.ts'

const patienceMs = 1_000

export function openApiRoutes({ web, store }: Context): void {
  const read = { access: 'readPublic' } as const

  web.get('/api/docs/json/', { config: read, schema: { hide: true } }, async () => web.swagger())

  web.get('/api/docs/', { config: read, schema: { hide: true } }, async (_, reply) =>
    reply.type('text/html; charset=utf-8').send(openApiPage(web.swagger(), web.matrix())),
  )

  web.route({
    ...on(healthApi, 'GET /api/health/'),
    config: read,
    handler: async (_, reply) => {
      const answered = store.db.selectFrom('view.checkpoint').select('name').execute()
      const late = new Promise<never>((_, reject) => setTimeout(reject, patienceMs).unref())
      const ok = await Promise.race([answered, late]).then(
        () => true,
        () => false,
      )
      if (ok) return { status: 'ok' as const }
      return reply
        .code(503)
        .header('retry-after', 1)
        .send({ status: 'database away' as const })
    },
  })
}
