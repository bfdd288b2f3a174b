import { answers } from '#events/messages/en/public.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  hasZodFastifySchemaValidationErrors,
  isResponseSerializationError,
} from 'fastify-type-provider-zod'
import { isRetryable } from './retryable.ts'
import { publicIdOf } from '#events/public-command-id.ts'
import { Rejection, notFound, tryAgain, wrongFields } from './rejection.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * callers are devices that repeat a request for ever if its status is 400 or more, so only what
     * a retry can cure gets such a status (wire 6.5)
     */
    repeatsErrors?: boolean
  }
}

const retryAfterSeconds = 1

/** Converts every error to a response in one format; an unexpected error is a 500 with an id. */
export function handleErrors(web: FastifyInstance): void {
  web.setErrorHandler<FastifyError>((error, request, reply) => {
    const { status, body } = rejectionOf(error) ?? unknown(error, request)
    if (request.routeOptions.config.repeatsErrors && !isCuredByRetry(status)) {
      return sendRejection(reply, 200, { success: false, detail: sentenceOf(body) })
    }
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

function isCuredByRetry(status: number): boolean {
  return status === 429 || status >= 500
}

/** The errors of a request in one line, because a device logs one. */
function sentenceOf(body: Record<string, unknown>): string {
  if (typeof body['detail'] === 'string') return body['detail']
  const fields = Object.entries(body).flatMap(([field, texts]) =>
    Array.isArray(texts) ? [`${field}: ${texts.join(' ')}`] : [],
  )
  return fields.join('; ')
}

function rejectionOf(error: FastifyError): Rejection | null {
  if (error instanceof Rejection) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    if (error.validationContext === 'params') return notFound()
    const fields = fieldTexts(error.validation)
    const detail = fields['detail']
    // Nothing is wrong but the body as a whole.
    if (detail && Object.keys(fields).length === 1)
      return new Rejection(400, { detail: detail.join(' ') })
    return wrongFields(fields)
  }
  if (isRetryable(error)) return tryAgain(publicDetailOf(error))
  switch (error.code) {
    // P9: a retry does not help until a person has repaired the log.
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

type Issue = { instancePath: string; message?: string; params?: Record<string, unknown> }

const unknownField = answers.noSuchField

/** An issue for each field that a strict object does not have. */
function byField(issue: Issue): Issue[] {
  const { instancePath, params } = issue
  const keys = params?.['keys']
  if (!Array.isArray(keys)) return [issue]
  const parent = instancePath.replace(/\/$/, '')
  return keys.map((key) => ({ instancePath: `${parent}/${key}`, message: unknownField }))
}

/** Lists all invalid fields; an error inside a field is listed under the field with its path. */
function fieldTexts(issues: readonly Issue[]): Record<string, string[]> {
  const fields = new Map<string, string[]>()
  for (const { instancePath, message: original = 'Invalid input' } of issues.flatMap(byField)) {
    const message = original.startsWith('Too big: expected string') ? answers.tooLong : original
    const [field = '', ...rest] = instancePath.split('/').slice(1)
    const text = rest.length > 0 ? `${rest.join('.')}: ${message}` : message
    fields.set(field || 'detail', [...(fields.get(field || 'detail') ?? []), text])
  }
  return Object.fromEntries(fields)
}

/**
 * Returns only the log's messages for people, because Postgres quotes stored values in its
 * messages.
 */
function publicDetailOf(
  error: Error & { retryable?: unknown; detail?: unknown },
): string | undefined {
  const { retryable, detail } = error
  return retryable === true && typeof detail === 'string' ? detail : undefined
}

function unknown(error: Error, request: FastifyRequest): Rejection {
  const command = request.commandId === null ? null : publicIdOf(request.commandId)
  request.log.error({ err: error, command }, 'failed')
  const detail = answers.serverFailed
  return new Rejection(500, { detail, id: request.id })
}
