import type { FastifyInstance } from 'fastify'
import { bodyLimitsOf, refuseOversized } from '../access/body-limits.ts'
import { isStorable } from '../../../events/text/storable.ts'
import { camelKeys, refuseUnstorable } from './casing.ts'
import { notFound } from '../errors/rejection.ts'

/** Normalizes params, queries and bodies before schema validation. */
export function parseBodies(web: FastifyInstance): void {
  const parse = web.getDefaultJsonParser('error', 'error')
  web.addHook('onRoute', (route) => {
    route.bodyLimit ??= bodyLimitsOf(route.config ?? {}).bytes
  })
  web.removeAllContentTypeParsers()
  web.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Clients send the JSON content type even without a body.
    if (body.length === 0) return done(null, {})
    try {
      refuseOversized(body as string, bodyLimitsOf(request.routeOptions.config))
    } catch (error) {
      return done(error as Error)
    }
    void parse(request, body as string, done)
  })

  web.addHook('preValidation', async (request) => {
    const params = Object.values((request.params ?? {}) as Record<string, string>)
    if (!params.every(isStorable)) throw notFound()
    if (request.body !== undefined) {
      refuseUnstorable(request.body)
      request.body = camelKeys(request.body)
    } else if (request.method !== 'GET') request.body = {}
    request.query = withoutEmpty(camelKeys(request.query, 1) as Record<string, unknown>)
    refuseUnstorable(request.query)
  })
}

/** Drops empty parameters: a form sends `?tournamentId=` for "any". */
function withoutEmpty(query: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))
}
