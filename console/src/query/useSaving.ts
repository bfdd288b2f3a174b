import type { RefusalCode } from '#events/refusals.ts'
import { useEffect, useRef, useState } from 'react'
import { newId } from '../core/device.ts'
import { recordSent } from '../core/live/own-steps.ts'
import { staleMs } from '../core/writes/write-machine.ts'
import { refusalIn } from '../core/writes/attempt.ts'
import type { ServerAnswer } from '../core/writes/attempt.ts'
import { leaveToPage, send } from '../core/writes/form-write.ts'
import { useUnsent } from '../core/writes/unsent.ts'
import type { Unsent } from '../core/writes/unsent.ts'
import { numberOf, withNumber } from '../core/rest.ts'
import type { Write } from '../core/rest.ts'
import { savingText } from '../core/text/forms.ts'
import { text } from '../core/text/text.ts'

/**
 * Why a write was not saved. `answer` is the complete response body, which may contain a preview.
 */
export type Problem = {
  detail: string
  fields: Record<string, string>
  /**
   * the server's code, or UNKNOWN if it may have been saved, UNSENT while it is being retried,
   * CHANGED if the subject of a confirmation has changed
   */
  code: RefusalCode | 'UNKNOWN' | 'UNSENT' | 'CHANGED' | null
  answer: Record<string, unknown>
  /** sends a write again that was not sent yet */
  retry?: () => void
}
export type SaveResult<T> = { ok: true; answer: T } | { ok: false; problem: Problem }

/**
 * Saves the content of a form, with retries (`send`). The same content sent again after an
 * unknown outcome keeps its id, so that it has no second effect (P2). Nothing is shown as saved
 * before the server has confirmed it (P11).
 */
export function useSaving() {
  const [isSaving, setSaving] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const unsettled = useRef<{ content: string; id: string } | null>(null)
  const unsent = useUnsent((all) =>
    all.find(({ id, isOverdue }) => isOverdue && id === unsettled.current?.id),
  )
  useEffect(() => () => leaveToPage(unsettled.current?.id), [])

  async function save<A>(
    write: Write<A>,
    onSaved?: (answer: A) => unknown,
  ): Promise<SaveResult<A>> {
    const content = JSON.stringify(write)
    const id = unsettled.current?.content === content ? unsettled.current.id : newId()
    unsettled.current = { content, id }
    setSaving(true)
    recordSent(() => localStorage, id)
    const saved = savedOf<A>(await send(write, id))
    setSaving(false)
    setProblem(saved.ok ? null : saved.problem)
    if (saved.ok || saved.problem.code !== 'UNKNOWN') unsettled.current = null
    if (saved.ok) await onSaved?.(saved.answer)
    return saved
  }

  return {
    isSaving,
    problem: unsent ? unsentProblem(unsent) : problem,
    save,
    dismiss: () => (unsent ? unsent.drop() : setProblem(null)),
  }
}

export function unsentProblem({ state, number, retry }: Unsent): Problem {
  const words = state === 'asking' ? savingText.asks(staleMs / 1_000) : savingText.again
  const detail = withNumber(words, number)
  return { detail, fields: {}, code: 'UNSENT', answer: {}, retry }
}

function savedOf<A>(reply: ServerAnswer | null): SaveResult<A> {
  if (!reply) return { ok: false, problem: unknownOutcome(savingText.noAnswer) }
  const { response, answer } = reply
  if (response.ok) return { ok: true, answer: answer as A }
  if (response.status >= 500) {
    return { ok: false, problem: unknownOutcome(withNumber(text.apiFailed, numberOf(response))) }
  }
  const refusal = refusalIn(answer)
  return { ok: false, problem: { ...refusal, detail: refusal.detail || text.apiFailed } }
}

function unknownOutcome(detail: string): Problem {
  return { detail, fields: {}, code: 'UNKNOWN', answer: {} }
}
