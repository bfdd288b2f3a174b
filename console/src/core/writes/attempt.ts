import type { RefusalCode } from '#events/refusals.ts'
import { detailIn, numberOf, sendOnce } from '../rest.ts'
import type { Write } from '../rest.ts'
import { fieldTexts } from '../text/field-texts.ts'

export type ServerAnswer = { kind: 'answered'; response: Response; answer: unknown }
/** `number`: the request number of a server error. */
type Busy = { kind: 'busy'; afterMs: number; number?: string | undefined }
/** Sends once. It throws without a network, and then the outcome is unknown. */
export type Attempt = (
  write: Write,
  id: string,
  signal: AbortSignal,
) => Promise<ServerAnswer | Busy>

/** Sends with the id of the write as idempotency key, so that a repeat has no second effect (P2). */
export function attemptBy(fetch: typeof globalThis.fetch, device: string): Attempt {
  return async (write, id, signal) => {
    const send = (path: string, init: RequestInit) => fetch(path, { ...init, signal })
    const response = await sendOnce(write, device, id, send)
    const answer: unknown = await response.json().catch(() => ({}))
    if (isBusy(response.status, answer)) {
      return { kind: 'busy', afterMs: retryAfterMs(response), number: numberOf(response) }
    }
    return { kind: 'answered', response, answer }
  }
}

/**
 * The server or a proxy has not handled the request: it was too slow, overloaded, or restarting. A
 * 429 for overload has no code and is retried; a rate limit such as for passwords has one.
 */
function isBusy(status: number, answer: unknown): boolean {
  if (status === 429) return !(answer as { code?: unknown } | null)?.code
  return [408, 425, 502, 503, 504].includes(status)
}

function retryAfterMs(response: Response): number {
  const seconds = Number(response.headers.get('Retry-After') ?? 1)
  return Math.min(10, Math.max(0.5, Number.isFinite(seconds) ? seconds : 1)) * 1_000
}

/** Parses `{detail, code}`, `{success: false, errors}` or `{field: [text]}`; `detail` may be empty. */
export function refusalIn(answer: unknown) {
  const body = (answer ?? {}) as Record<string, unknown>
  const fields = fieldTexts(body)
  const detail = detailIn(body) ?? Object.values(fields).join('\n')
  const code = typeof body['code'] === 'string' ? (body['code'] as RefusalCode) : null
  return { detail, fields, code, answer: body }
}
