import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { publicIdOf } from '#events/public-command-id.ts'
import { observe } from '../../telemetry/index.ts'
import { isRetryable } from '../errors/retryable.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** the command's id, on a write */
    commandId: string | null
  }
  interface FastifyInstance {
    /** logs a warning with the id of the current request */
    logError(message: string, error: unknown): void
  }
}

/** The id of the current request. */
const currentRequest = new AsyncLocalStorage<string>()

/** Applies the same privacy rule to objects that Fastify and plugins log. */
export const serializers = {
  err: (error: FastifyError) => traceOf(error),
  req: (request: FastifyRequest) => ({ method: request.method, path: pathOf(request) }),
  res: (reply: { statusCode?: number }) => ({ statusCode: reply.statusCode ?? 0 }),
}

/**
 * Logs one line for each request, without query, body, address or name, which can be personal
 * (P19).
 */
export function logRequests(web: FastifyInstance, isQuiet: boolean): void {
  let isStarting = true
  web.addHook('onListen', async () => void (isStarting = false))
  web.decorateRequest('commandId', null)
  web.decorate('logError', (message, err) => {
    if (isStarting && isWait(err)) return isQuiet ? undefined : sayWaiting(err)
    const reqId = currentRequest.getStore()
    web.log.warn({ ...(reqId !== undefined && { reqId }), err }, message)
  })
  web.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    currentRequest.run(request.id, done)
  })
  web.addHook('onResponse', async (request, reply) => {
    const route = request.is404 ? '(no route)' : (request.routeOptions.url ?? '')
    const status = `${reply.statusCode}`
    observe('waggle_http_request_seconds', reply.elapsedTime, {
      method: request.method,
      route,
      status,
    })
    const line = {
      method: request.method,
      path: pathOf(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      ...(request.commandId ? { command: publicIdOf(request.commandId) } : {}),
    }
    const level = reply.statusCode >= 500 ? 'warn' : request.method === 'GET' ? 'debug' : 'info'
    request.log[level](line, 'answered')
  })
}

const said = new Set<string>()

/** A start waits for servers that are away: one sentence says so, without a stack trace. */
function sayWaiting({ name, message }: Error): void {
  const why = name === 'TimeoutError' ? 'a server does not answer' : message
  if (said.has(why)) return
  said.add(why)
  console.warn(`Waiting: ${why}`)
}

function isWait(error: unknown): error is Error {
  return error instanceof Error && (error.name === 'TimeoutError' || isRetryable(error))
}

/** Numeric path parameters are row ids; any other parameter may be secret and is left out. */
function pathOf(request: FastifyRequest): string {
  if (request.is404) return '(no route)'
  const params = (request.params ?? {}) as Record<string, string>
  return (request.routeOptions.url ?? '').replace(/:(\w+)/g, (name, key: string) =>
    /^\d+$/.test(params[key] ?? '') ? params[key]! : name,
  )
}

/** Codes of errors about the server itself, such as its disk: they quote no values. */
const ofServer = /^(08|53|57|58)/

/** Keeps the stack trace of an error but not its values, which can be personal data (P19). */
function traceOf(error: Error & { code?: unknown; table?: unknown; constraint?: unknown }) {
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  const { name: type, code, table, constraint } = error
  const message =
    'severity' in error && !ofServer.test(String(code))
      ? ['Postgres:', table, constraint].filter(Boolean).join(' ')
      : error.message
  return { type, code, message, stack: frames.join('\n') }
}
