import { numberOf, withNumber } from '../rest.ts'
import { sentencesIn } from '../text/field-texts.ts'
import { refusalIn } from '../writes/attempt.ts'
import type { ServerAnswer } from '../writes/attempt.ts'
import type { PendingCommand } from './pending-command.ts'

/** The signal with what else it changes in the press. */
type Reply =
  /** `version`: the one that contains its effect, or 0 */
  | { signal: 'done'; part: { version: number }; notes: string[] }
  | { signal: 'refused' | 'ask'; part: Pick<PendingCommand, 'reason' | 'code'> }

/** What the server's answer means for a press. If the session has ended, it was not judged. */
export function replyOf({ response, answer }: ServerAnswer): Reply {
  const { answer: body, detail, code } = refusalIn(answer)
  const notes = sentencesIn(body['skipped'], body['skippedMessages'])
  if (response.ok && body['success'] !== false) {
    const version = Number(response.headers.get('X-Version') ?? body['version'])
    return { signal: 'done', part: { version: Number.isInteger(version) ? version : 0 }, notes }
  }
  const words = notes.join(' ') || detail || `${response.status} ${response.statusText}`
  const reason = withNumber(words, numberOf(response))
  if (response.status === 401) return { signal: 'ask', part: { reason } }
  return { signal: 'refused', part: { reason, code: code ?? undefined } }
}
