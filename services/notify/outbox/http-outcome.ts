import { retryAfterMs } from '#events/text/retry-after.ts'
import type { PostAnswer } from '../../outbound/index.ts'
import type { Outcome } from './channel.ts'

/** The reason of a retry if the receiver cannot be reached, or closes the connection. */
export const noAnswer = 'no answer'

/** Converts the HTTP response of a push service or chat to an outcome. */
export function outcomeOf(answer: PostAnswer | null): Outcome {
  if (!answer) return { is: 'retry', reason: noAnswer }
  const { status, headers } = answer
  if (status >= 200 && status < 300) return { is: 'sent' }
  if (status === 404 || status === 410) return { is: 'gone' }
  const reason = `status ${status}`
  if (status !== 429 && status < 500) return { is: 'refused', reason }
  return { is: 'retry', reason, afterMs: retryAfterMs(headers['retry-after'], Date.now()) }
}
