import { refusals } from '../../../events/refusals.ts'
import type { RefusalCode } from '../../../events/refusals.ts'

/**
 * Programs evaluate `code` if there is one, whose text is `detail` if none is given. Other fields give
 * details.
 */
type RejectionBody = { code?: RefusalCode; [more: string]: unknown }

/** An error response, thrown anywhere below a route and sent unchanged. */
export class Rejection extends Error {
  override readonly name = 'Rejection'
  readonly status: number
  readonly body: RejectionBody

  constructor(status: number, body: RejectionBody) {
    const { code } = body
    const complete = code && !body['detail'] ? { detail: refusals[code], ...body } : body
    super(typeof complete['detail'] === 'string' ? complete['detail'] : `rejected with ${status}`)
    this.status = status
    this.body = complete
  }
}

export function notSignedIn(): Rejection {
  return new Rejection(401, { detail: 'Not signed in' })
}

export function notAuthorized(): Rejection {
  return new Rejection(403, { detail: refusals.NOT_AUTHORIZED })
}

export function notFound(): Rejection {
  return new Rejection(404, { detail: 'Not found' })
}

/** A refusal with the sentence of its code. */
export function rejectionFor(code: RefusalCode): Rejection {
  return new Rejection(409, { code })
}

/** One or more fields are invalid, each with its messages. */
export function wrongFields(fields: Record<string, string[]>): Rejection {
  return new Rejection(400, fields)
}

/** A dependency is temporarily unavailable or overloaded; the same request can be retried. */
export function tryAgain(detail = 'Not available right now. Try again in a moment.'): Rejection {
  return new Rejection(503, { detail })
}

/** Too many attempts; `waitMs` is the time until the next one is allowed. */
export function tooSoon(waitMs: number): Rejection {
  const retryAfter = Math.ceil(waitMs / 1000)
  const detail = `Too many attempts. Wait ${inWords(retryAfter)}.`
  return new Rejection(429, { detail, code: 'TOO_MANY_TRIES', retryAfter })
}

function inWords(seconds: number): string {
  if (seconds < 90) return `${seconds} s`
  return `${Math.ceil(seconds / 60)} minutes`
}
