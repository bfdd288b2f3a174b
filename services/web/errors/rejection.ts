import { told, toldAll } from './told.ts'
import { say } from '#events/messages/message.ts'
import { answers } from '#events/messages/en/public.ts'
import { refusals } from '#events/refusals.ts'
import type { Message } from '#events/messages/message.ts'
import type { RefusalCode } from '#events/refusals.ts'

/**
 * Programs evaluate `code` if there is one, whose text is `detail` if none is given. Other fields give
 * details.
 */
type RejectionBody = { code?: RefusalCode; message?: Message | null; [more: string]: unknown }

/** An error response, thrown anywhere below a route and sent unchanged. */
export class Rejection extends Error {
  override readonly name = 'Rejection'
  readonly status: number
  readonly body: RejectionBody

  constructor(status: number, body: RejectionBody) {
    const complete = withMessage(body)
    super(typeof complete['detail'] === 'string' ? complete['detail'] : `rejected with ${status}`)
    this.status = status
    this.body = complete
  }
}

export function notSignedIn(): Rejection {
  return new Rejection(401, { detail: answers.notSignedIn })
}

export function notAuthorized(): Rejection {
  return new Rejection(403, { detail: refusals.NOT_AUTHORIZED })
}

export function notFound(): Rejection {
  return new Rejection(404, { detail: answers.notFound })
}

/** A refusal with the sentence of its code. */
export function rejectionFor(code: RefusalCode): Rejection {
  return new Rejection(409, { code })
}

function withMessage(body: RejectionBody): RejectionBody {
  const { code, detail } = body
  const message = typeof detail === 'string' ? told(detail).message : null
  // Fields of a form may be called `code`, too.
  if (typeof code === 'string')
    return { detail: refusals[code], message: message ?? { key: code }, ...body }
  return message ? { message, ...body } : body
}

/** What is wrong with each field, in English or as a message. */
type WrongFields = Record<string, readonly (string | Message)[]>

/** One or more fields are invalid. `messages` has the same as data, by field. */
export function wrongFields(fields: WrongFields): Rejection {
  const each = Object.entries(fields).map(([field, all]) => [field, toldAll(all)] as const)
  const known = each.filter(([, { messages }]) => messages.some((message) => message !== null))
  const messages = Object.fromEntries(known.map(([field, { messages: own }]) => [field, own]))
  return new Rejection(400, {
    ...Object.fromEntries(each.map(([field, { texts }]) => [field, texts])),
    ...(known.length > 0 && { messages }),
  })
}

/** A dependency is temporarily unavailable or overloaded; the same request can be retried. */
export function tryAgain(detail: string = answers.unavailable): Rejection {
  return new Rejection(503, { detail })
}

/** Too many attempts; `waitMs` is the time until the next one is allowed. */
export function tooSoon(waitMs: number): Rejection {
  const retryAfter = Math.ceil(waitMs / 1000)
  const message =
    retryAfter < 90
      ? say('tooManyTries', { seconds: retryAfter })
      : say('tooManyTriesMinutes', { minutes: Math.ceil(retryAfter / 60) })
  return new Rejection(429, { ...told(message), code: 'TOO_MANY_TRIES', retryAfter })
}
