import type { RefusalCode } from '../../../../events/refusals.ts'
import { attemptBy } from './attempt.ts'
import { fieldTexts, sentencesIn } from '../text/field-texts.ts'
import { detailIn, numberOf, withNumber } from '../rest.ts'
import type { Write } from '../rest.ts'

/** The result of one attempt at a press. */
type Reply =
  | { kind: 'done'; version: number | null; notes: string[] }
  | { kind: 'refused'; reason: string; code?: RefusalCode }
  /** the session has ended, so the press was not judged */
  | { kind: 'signedOut'; reason: string }
  | { kind: 'busy'; afterMs: number }
export type PostCommand = (request: Write, id: string, signal: AbortSignal) => Promise<Reply>

export function postCommandTo(fetch: typeof globalThis.fetch, device: string): PostCommand {
  const attempt = attemptBy(fetch, device)
  return async (write, id, signal) => {
    const reply = await attempt(write, id, signal)
    if (reply.kind === 'busy') return reply
    const { response } = reply
    const answer = recordOf(reply.answer)
    if (response.ok) return done(response, answer)
    const words = sentence(answer) || `${response.status} ${response.statusText}`
    const reason = withNumber(words, numberOf(response))
    if (response.status === 401) return { kind: 'signedOut', reason }
    return {
      kind: 'refused',
      reason,
      ...(codeOf(answer) && { code: codeOf(answer) }),
    }
  }
}

function done(response: Response, answer: Answer): Reply {
  const notes = sentencesIn(answer['skipped'], answer['skippedMessages'])
  if (answer['success'] === false) {
    return { kind: 'refused', reason: sentence(answer) }
  }
  const version = Number(response.headers.get('X-Version') ?? answer['version'] ?? Number.NaN)
  return { kind: 'done', version: Number.isInteger(version) ? version : null, notes }
}

type Answer = Record<string, unknown>

function codeOf({ code }: Answer): RefusalCode | undefined {
  return typeof code === 'string' ? (code as RefusalCode) : undefined
}

function recordOf(value: unknown): Answer {
  return value !== null && typeof value === 'object' ? (value as Answer) : {}
}

/** The reasons of skipped matches, else `detail`, else the errors of the fields, one per line. */
function sentence(answer: Answer): string {
  const skipped = sentencesIn(answer['skipped'], answer['skippedMessages'])
  if (skipped.length > 0) return skipped.join(' ')
  return detailIn(answer) ?? Object.values(fieldTexts(answer)).join('\n')
}
