import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Web } from '../../web/index.ts'
import { wrongFields } from '../../web/index.ts'
import { isTraced, span } from '../../telemetry/index.ts'
import { publicIdOf } from '../../../events/schema/public-command-id.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** whether the sender made the command's id, and so can send the same again */
    isRepeatable: boolean
    /** the tournament's version that the answer shows */
    version: number | null
    /** the version the sender saw: with another one now nothing is done (R-CMD-2) */
    expectedVersion: number | null
  }
}

const reads = new Set(['GET', 'HEAD', 'OPTIONS'])
const written = /^[\x21-\x7e]{1,100}$/
const deviceLength = 100

/** Every write has a command id: the sender's, or one made here, named in the answer. */
export function nameCommands(web: Web): void {
  web.decorateRequest('isRepeatable', false)
  web.decorateRequest('version', null)
  web.decorateRequest('expectedVersion', null)
  web.addHook('preValidation', async (request, reply) => {
    if (reads.has(request.method) || request.is404) return
    const key = request.headers['idempotency-key']
    if (key !== undefined && (typeof key !== 'string' || !written.test(key))) {
      throw wrongFields({ 'Idempotency-Key': ['1 to 100 printable characters without spaces'] })
    }
    request.isRepeatable = key !== undefined
    request.commandId = key ?? randomUUID()
    request.expectedVersion = expectedOf(request)
    reply.header('idempotency-key', request.commandId)
  })
  web.addHook('onResponse', async (request, reply) => {
    if (!isTraced() || !request.commandId) return
    const endMs = performance.now()
    const { method, routeOptions } = request
    span(publicIdOf(request.commandId), {
      name: `${method} ${routeOptions.url}`,
      startMs: endMs - reply.elapsedTime,
      endMs,
      attributes: { 'http.response.status_code': reply.statusCode },
      isPress: true,
    })
  })
}

const etag = /^(?:W\/)?"?(\d{1,9})"?$/

/** `If-Match: "12"`, or `expectedVersion` in the body; neither: decided on what is there (R-CMD-2). */
function expectedOf(request: FastifyRequest): number | null {
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

/** The answer says which version of the tournament it shows. */
export function setVersion(request: FastifyRequest, reply: FastifyReply, version: number): void {
  request.version = version
  reply.header('x-version', version)
}

/** The device's name, shown beside what it did; sent percent-encoded where it is not plain. */
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

/** When the press happened by the device's own clock: shown, never used in a decision (P17). */
export function clientTimeOf(request: FastifyRequest): string | undefined {
  const header = request.headers['x-client-time']
  if (typeof header !== 'string') return undefined
  const time = new Date(header)
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}
