import type { RefusalCode } from '../../../events/refusals.ts'
import { useRef, useState } from 'react'
import { deviceName, newId } from '../core/device.ts'
import { noteSent } from '../core/live/own-steps.ts'
import { initOf } from '../core/rest.ts'
import type { Write } from '../core/rest.ts'
import { text } from '../core/text/text.ts'

/** Why it was not saved: a sentence, texts by field, and the whole answer (previews are in it). */
export type Problem = {
  detail: string
  fields: Record<string, string>
  /** of the server; UNKNOWN: whether it was saved; CHANGED: what was asked about is other now */
  code: RefusalCode | 'UNKNOWN' | 'CHANGED' | null
  answer: Record<string, unknown>
}
export type Saved<T> = { ok: true; answer: T } | { ok: false; problem: Problem }

/**
 * Saves what a form holds. The same content sent again after a broken line keeps its id, so that
 * it has no second effect (P2); nothing is shown as saved before the server said so (P11).
 */
export function useSaving() {
  const [isSaving, setSaving] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const unsettled = useRef<{ content: string; id: string } | null>(null)

  async function save<A>(write: Write<A>): Promise<Saved<A>> {
    const content = JSON.stringify(write)
    const id = unsettled.current?.content === content ? unsettled.current.id : newId()
    unsettled.current = { content, id }
    setSaving(true)
    const saved = await send(write, id)
    setSaving(false)
    setProblem(saved.ok ? null : saved.problem)
    if (saved.ok || saved.problem.code !== 'UNKNOWN') unsettled.current = null
    return saved
  }

  return { isSaving, problem, save, dismiss: () => setProblem(null) }
}

async function send<A>(write: Write<A>, id: string): Promise<Saved<A>> {
  noteSent(() => localStorage, id)
  const response = await fetch(write.path, initOf(write, id, deviceName())).catch(() => null)
  if (!response) return { ok: false, problem: unknownEnd(text.saving.noAnswer) }
  const answer: unknown = await response.json().catch(() => ({}))
  if (response.ok) return { ok: true, answer: answer as A }
  if (response.status >= 500) return { ok: false, problem: unknownEnd(text.apiFailed) }
  return { ok: false, problem: problemOf(answer) }
}

function unknownEnd(detail: string): Problem {
  return { detail, fields: {}, code: 'UNKNOWN', answer: {} }
}

/** `{detail, code}`, `{success: false, errors}` or `{field: [text]}`. */
function problemOf(answer: unknown): Problem {
  const known = (answer ?? {}) as Record<string, unknown>
  const lists = Object.entries(known).filter(([, value]) => Array.isArray(value)) as [
    string,
    unknown[],
  ][]
  const texts = lists.map(([field, value]) => [field, value.filter(isText).join(' ')] as const)
  const fields = Object.fromEntries(texts.filter(([, said]) => said !== ''))
  const { detail, code } = known
  return {
    detail: isText(detail) ? detail : Object.values(fields).join('\n') || text.apiFailed,
    fields,
    code: isText(code) ? (code as RefusalCode) : null,
    answer: known,
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}
