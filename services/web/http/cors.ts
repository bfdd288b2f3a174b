import type { FastifyInstance } from 'fastify'
import { hasOwnCookie } from '../access/cross-site.ts'
import { readsPublic } from '../access/public-read.ts'

const exposed = ['etag', 'retry-after', 'x-request-id'].join(', ')

/**
 * Scripts of any page may read what is public. Nothing is ever allowed with credentials, and what was
 * asked with them is told to this site's own pages alone. No preflight is answered: a read needs none.
 */
export function allowPublicReads(web: FastifyInstance): void {
  web.addHook('onSend', async (request, reply) => {
    if (!readsPublic(request)) return
    if (request.headers.authorization !== undefined || hasOwnCookie(request)) return
    void reply.headers({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': exposed,
      // Pictures of it may stand in their pages.
      'cross-origin-resource-policy': 'cross-origin',
    })
  })
}
