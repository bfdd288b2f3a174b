import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Web } from '../../web/index.ts'
import { readMethods, wrongFields } from '../../web/index.ts'
import { isTraced, span } from '../../telemetry/index.ts'
import { publicIdOf } from '#events/public-command-id.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** whether the client chose the command's id, and so can retry under the same id */
    isRepeatable: boolean
    /** the tournament's version in the answer */
    version: number | null
    /** the version the client saw; the command is refused if it has changed (R-CMD-2) */
    expectedVersion: number | null
  }
}

const keyFormat = /^[\x21-\x7e]{1,100}$/
const deviceLength = 100

/**
 * Every write has a command id, chosen by the client or generated here and sent with the answer.
 */
export function registerCommandIds(web: Web): void {
  web.decorateRequest('isRepeatable', false)
  web.decorateRequest('version', null)
  web.decorateRequest('expectedVersion', null)
  web.addHook('preValidation', async (request, reply) => {
    if (readMethods.has(request.method) || request.is404) return
    const key = request.headers['idempotency-key']
    if (key !== undefined && (typeof key !== 'string' || !keyFormat.test(key))) {
      throw wrongFields({ 'Idempotency-Key': ['1 to 100 printable characters without spaces'] })
    }
    request.isRepeatable = key !== undefined
    request.commandId = key ?? randomUUID()
    request.expectedVersion = expectedVersionOf(request)
    reply.header('idempotency-key', request.commandId)
  })
  web.addHook('onResponse', async (request, reply) => {
    if (!isTraced() || !request.commandId) return
    const endMs = performance.now()
    const { method, routeOptions, protocol, hostname, port, url } = request
    const { statusCode } = reply
    span(publicIdOf(request.commandId), {
      name: `${method} ${routeOptions.url}`,
      startMs: endMs - reply.elapsedTime,
      endMs,
      attributes: {
        'http.request.method': method,
        'http.route': routeOptions.url ?? '',
        'http.response.status_code': statusCode,
        'url.scheme': protocol,
        // Without the query, as in the log of requests (P19).
        'url.path': url.split('?')[0] ?? '',
        'server.address': hostname,
        ...(port !== null && { 'server.port': port }),
        ...(statusCode >= 500 && { 'error.type': `${statusCode}` }),
      },
      isPress: true,
    })
  })
}

const etag = /^(?:W\/)?"?(\d{1,9})"?$/

/**
 * From `If-Match: "12"`, or `expectedVersion` in the body. null if neither is sent: then the
 * command is decided on the current version (R-CMD-2).
 */
function expectedVersionOf(request: FastifyRequest): number | null {
  const header = request.headers['if-match']?.trim()
  if (header !== undefined && header !== '*') {
    const version = etag.exec(header)?.[1]
    if (!version) throw wrongFields({ 'If-Match': ['A version of the tournament, or *'] })
    return Number(version)
  }
  const { body } = request
  if (typeof body !== 'object' || body === null || !('expectedVersion' in body)) return null
  const { expectedVersion, ...rest } = body
  request.body = rest
  if (Number.isSafeInteger(expectedVersion) && Number(expectedVersion) >= 0) {
    return Number(expectedVersion)
  }
  throw wrongFields({ expectedVersion: ['A version of the tournament'] })
}

/** Sends the version of the tournament with the answer. */
export function setVersion(request: FastifyRequest, reply: FastifyReply, version: number): void {
  request.version = version
  reply.header('x-version', version)
}

/** The name of the device, shown with its actions in the history; it may be percent-encoded. */
export function deviceOf(request: FastifyRequest): string | undefined {
  const header = request.headers['x-device']
  if (typeof header !== 'string') return undefined
  const name = decoded(header)
    .replace(/\p{Cc}/gu, ' ')
    .trim()
  return name.slice(0, deviceLength).toWellFormed() || undefined
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * The time of the press by the device's own clock: only displayed, never used in decisions (P17).
 */
export function clientTimeOf(request: FastifyRequest): string | undefined {
  const header = request.headers['x-client-time']
  if (typeof header !== 'string') return undefined
  const time = new Date(header)
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}
