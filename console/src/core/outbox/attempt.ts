import { initOf, numberOf } from '../rest.ts'
import type { Write } from '../rest.ts'

/** A write without an answer for this long is shown as late. */
export const lateMs = 3_000
/** A write that is older is sent again only after a person has confirmed it. */
export const staleMs = 60_000

/** The result of sending once. Without a network `Attempt` throws, and the outcome is unknown. */
export type AttemptResult =
  | { kind: 'answered'; response: Response; answer: unknown }
  | { kind: 'busy'; afterMs: number; number?: string | undefined }
export type Attempt = (write: Write, id: string, signal: AbortSignal) => Promise<AttemptResult>

/** Sends with the command's id as idempotency key, so that a repeat has no second effect (P2). */
export function attemptBy(fetch: typeof globalThis.fetch, device: string): Attempt {
  return async (write, id, signal) => {
    const response = await fetch(write.path, { ...initOf(write, id, device), signal })
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
