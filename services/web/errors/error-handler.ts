import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  hasZodFastifySchemaValidationErrors,
  isResponseSerializationError,
} from 'fastify-type-provider-zod'
import { Rejection, notFound, tryAgain, wrongFields } from './rejection.ts'

const retryAfterSeconds = 1
/** Of Postgres: connection lost, out of resources, shutting down, lost to a rival transaction. */
const passing = /^(08|53|57P0|40001|40P01|55P03)/
/** The driver says these without a code. */
const passingTexts = /^(Connection terminated|Client has encountered a connection error)/
const passingNetwork = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EAI_AGAIN|ENOTFOUND)$/

/** Every error becomes an answer here, in one shape; what is not understood is a 500 with an id. */
export function answerErrors(web: FastifyInstance): void {
  web.setErrorHandler<FastifyError>((error, request, reply) => {
    const { status, body } = rejectionOf(error) ?? unknown(error, request)
    return sendRejection(reply, status, body)
  })
}

function sendRejection(
  reply: FastifyReply,
  status: number,
  body: Record<string, unknown>,
): FastifyReply {
  const { retryAfter = retryAfterSeconds } = body
  if (status === 503 || status === 429) reply.header('retry-after', retryAfter)
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body)
}

function rejectionOf(error: FastifyError): Rejection | null {
  if (error instanceof Rejection) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    if (error.validationContext === 'params') return notFound()
    return wrongFields(fieldTexts(error.validation))
  }
  if (isRetryable(error)) return tryAgain(wordsOf(error))
  switch (error.code) {
    // P9: sending again does not help until a person has repaired the log.
    case 'LOG_DIFFERS':
      return new Rejection(503, { detail: error.message, code: error.code })
    case 'TOURNAMENT_HALTED':
      return new Rejection(409, { detail: error.message, code: error.code })
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Rejection(413, { detail: 'The body is too large' })
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Rejection(415, { detail: 'Send JSON with content-type application/json' })
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return new Rejection(400, { detail: 'The body is not JSON' })
  }
  if (error instanceof SyntaxError && error.statusCode === 400) {
    return new Rejection(400, { detail: 'The body is not JSON' })
  }
  const status = error.statusCode ?? 500
  return status >= 400 && status < 500 && !isResponseSerializationError(error)
    ? new Rejection(status, { detail: error.message })
    : null
}

type Issue = { instancePath: string; message?: string }

/** All wrong fields at once; a wrong part of a field stands under the field with its place. */
function fieldTexts(issues: readonly Issue[]): Record<string, string[]> {
  const fields = new Map<string, string[]>()
  for (const { instancePath, message: words = 'Invalid input' } of issues) {
    const message = words.startsWith('Too big: expected string') ? 'Too long' : words
    const [field = '', ...rest] = instancePath.split('/').slice(1)
    const text = rest.length > 0 ? `${rest.join('.')}: ${message}` : message
    fields.set(field || 'detail', [...(fields.get(field || 'detail') ?? []), text])
  }
  const whole = fields.get('detail')
  if (whole && fields.size === 1) return { detail: whole.join(' ') } as never
  return Object.fromEntries(fields)
}

function isRetryable(error: Error & { retryable?: unknown; code?: unknown }): boolean {
  if (error.retryable === true || passingTexts.test(error.message)) return true
  if (typeof error.code !== 'string') return false
  if (passingNetwork.test(error.code)) return true
  return 'severity' in error && passing.test(error.code)
}

/** What the log says for people; all else is told in the usual words: Postgres quotes what was written. */
function wordsOf(error: Error & { retryable?: unknown; detail?: unknown }): string | undefined {
  const { retryable, detail } = error
  return retryable === true && typeof detail === 'string' ? detail : undefined
}

function unknown(error: Error, request: FastifyRequest): Rejection {
  request.log.error({ err: error, command: request.commandId }, 'failed')
  const detail = 'Something went wrong on the server'
  return new Rejection(500, { detail, id: request.id })
}
