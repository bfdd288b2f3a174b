import { useState } from 'react'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import type { PendingState } from '../../core/outbox/pending-command.ts'
import { isQueueMove } from '../../core/outbox/repeat-refused.ts'
import type { QueueMove } from '../../core/outbox/repeat-refused.ts'
import { queueText } from '../../core/text/officiate/queue.ts'
import { listOf } from './order.ts'
import type { useMoveTexts } from './useMoveTexts.ts'

type Result = { move: QueueMove; state: PendingState; text: string }

/**
 * The result of the last move for screen readers: it is announced when the server has answered
 * (P11), and a refusal is announced as one (ux 14).
 */
export function useMoveAnnouncement(words: ReturnType<typeof useMoveTexts>): string {
  const press = useLiveState(({ presses }) => presses.findLast((p) => isQueueMove(p.command)))
  const [last, setLast] = useState<Result | null>(null)
  const move = press && isQueueMove(press.command) ? press.command : last?.move
  const state = press?.state ?? stateAfter(last?.state)
  if (move && (last?.move !== move || last.state !== state)) {
    setLast({ move, state, text: textOf(move, state) })
  }
  return last?.text ?? ''

  function textOf(result: QueueMove, its: PendingState): string {
    const { moved, queue, matches } = result
    if (its === 'refused' || its === 'asking') return queueText.notMoved(words.name(moved))
    if (its !== 'answered') return ''
    const order = { [listOf.queue(queue)]: matches }
    return queueText.over(words.name(moved), words.where(moved, order))
  }
}

/** A press is removed once it is shown, or when a person dismisses it. */
function stateAfter(state: PendingState | undefined): PendingState {
  return state === 'refused' || state === 'asking' ? state : 'answered'
}
