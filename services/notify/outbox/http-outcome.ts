import type { PostAnswer } from '../../preview/index.ts'
import type { Outcome } from './channel.ts'

/** Converts the HTTP response of a push service or chat to an outcome. */
export function outcomeOf(answer: PostAnswer | null): Outcome {
  if (!answer) return { is: 'retry', reason: 'no answer' }
  const { status, headers } = answer
  if (status >= 200 && status < 300) return { is: 'sent' }
  if (status === 404 || status === 410) return { is: 'gone' }
  const reason = `status ${status}`
  if (status !== 429 && status < 500) return { is: 'refused', reason }
  return { is: 'retry', reason, afterMs: retryAfterMs(headers['retry-after']) }
}

const hourMs = 3_600_000

/** Parses Retry-After, in seconds or as a date; at most an hour. */
function retryAfterMs(header: string | string[] | undefined): number | undefined {
  const text = [header].flat()[0]?.trim() ?? ''
  if (text === '') return undefined
  const ms = Number.isFinite(Number(text)) ? Number(text) * 1_000 : Date.parse(text) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), hourMs)
}
