import type { FastifyInstance } from 'fastify'
import { bodyLimitsOf, refuseOversized } from '../access/body-limits.ts'
import { isStorable, isStorableTree } from '#events/text/storable.ts'
import { notFound, wrongFields } from '../errors/rejection.ts'

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

const maxDepth = 4

/**
 * Converts keys to camel case, so that `tournament_id` and `tournamentId` are equivalent. No other
 * code converts incoming keys (wire 4.1).
 */
export function camelKeys(value: unknown, depth = maxDepth): unknown {
  if (depth === 0 || value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((each) => camelKeys(each, depth - 1))
  const entries = Object.entries(value)
  const camel = entries.map(([key, part]) => {
    const name = key.includes('_') ? camelKey(key) : key
    return { name, isExact: name === key, part: camelKeys(part, depth - 1) }
  })
  // If both spellings are sent, the camel case key wins.
  const exact = new Set(camel.flatMap(({ name, isExact }) => (isExact ? [name] : [])))
  return Object.fromEntries(
    camel
      .filter(({ name, isExact }) => isExact || !exact.has(name))
      .map(({ name, part }) => [name, part]),
  )
}

function camelKey(key: string): string {
  return key.replace(/(?<=[a-z0-9])_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

/** Refuses unstorable text anywhere in the body and names the field that contains it. */
export function refuseUnstorable(body: unknown): void {
  if (typeof body === 'string' && !isStorable(body)) throw wrongFields({ body: [unstorable] })
  if (body === null || typeof body !== 'object') return
  const wrong = Object.entries(body).filter(
    ([key, part]) => !isStorable(key) || !isStorableTree(part),
  )
  if (wrong.length === 0) return
  throw wrongFields(Object.fromEntries(wrong.map(([key]) => [key.toWellFormed(), [unstorable]])))
}
const unstorable = 'Contains characters that cannot be stored'
