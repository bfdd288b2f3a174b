import type { RefusalCode } from '../../../../events/refusals.ts'
import { initOf } from '../rest.ts'
import type { Write } from '../rest.ts'

/** What came of one attempt. No network is a throw: then nothing is known. */
export type Reply =
  | { kind: 'done'; version: number | null; notes: string[] }
  | { kind: 'refused'; reason: string; code?: RefusalCode }
  | { kind: 'busy'; afterMs: number }
export type PostCommand = (request: Write, id: string, signal: AbortSignal) => Promise<Reply>

/** Sends under the command's id, so that a repeat has no second effect (P2). */
export function postCommandTo(fetch: typeof globalThis.fetch, device: string): PostCommand {
  return async (write, id, signal) => {
    const response = await fetch(write.path, { ...initOf(write, id, device), signal })
    const answer = await json(response)
    if (response.ok) return done(response, answer)
    if (isBusy(response.status)) return { kind: 'busy', afterMs: retryAfterMs(response) }
    return {
      kind: 'refused',
      reason: sentence(answer) || `${response.status} ${response.statusText}`,
      ...(typeof answer['code'] === 'string' ? { code: answer['code'] as RefusalCode } : {}),
    }
  }
}

function done(response: Response, answer: Answer): Reply {
  const notes = texts(answer['skipped'])
  if (answer['success'] === false) {
    return { kind: 'refused', reason: sentence(answer) || notes.join('\n') }
  }
  const version = Number(response.headers.get('X-Version') ?? answer['version'] ?? Number.NaN)
  return { kind: 'done', version: Number.isInteger(version) ? version : null, notes }
}

function isBusy(status: number): boolean {
  return status === 429 || status === 502 || status === 503 || status === 504
}

function retryAfterMs(response: Response): number {
  const seconds = Number(response.headers.get('Retry-After') ?? 1)
  return Math.min(10, Math.max(0.5, Number.isFinite(seconds) ? seconds : 1)) * 1_000
}

type Answer = Record<string, unknown>

async function json(response: Response): Promise<Answer> {
  const value: unknown = await response.json().catch(() => ({}))
  return value !== null && typeof value === 'object' ? (value as Answer) : {}
}

/** `{detail}`, or the texts of the fields, one a line. */
function sentence(answer: Answer): string {
  if (typeof answer['detail'] === 'string') return answer['detail']
  const errors = texts(answer['errors'])
  return (errors.length ? errors : Object.values(answer).flatMap(texts)).join('\n')
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((text) => typeof text === 'string') : []
}
