import type { FastifyInstance } from 'fastify'
import { hasOwnCookie } from '../access/cross-site.ts'
import { isPublicReadRequest } from '../access/public-read.ts'

const exposed = ['etag', 'retry-after', 'x-request-id'].join(', ')

/**
 * Allows scripts of any site to read public routes. Requests with credentials never get CORS
 * headers, so only this site's pages can read those responses. Reads need no preflight, so none is
 * answered.
 */
export function allowPublicReads(web: FastifyInstance): void {
  web.addHook('onSend', async (request, reply) => {
    if (!isPublicReadRequest(request)) return
    if (request.headers.authorization !== undefined || hasOwnCookie(request)) return
    void reply.headers({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': exposed,
      // Other sites may embed public images.
      'cross-origin-resource-policy': 'cross-origin',
    })
  })
}
