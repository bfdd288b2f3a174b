import { useState } from 'react'
import { useSaving } from './useSaving.ts'
import type { Write } from '../core/rest.ts'
import type { Problem, Saved } from './useSaving.ts'

/** How a refusal that shows what would be lost is overruled. */
type ConfirmedMutation = 'confirm' | 'cascade' | 'force' | 'displace'
/** A write that may ask before it takes something away. */
export type PendingConfirmation = {
  write: Write
  problem: Problem
  by: ConfirmedMutation
  onSaved: OnSaved
}
type OnSaved<A = unknown> = (answer: A) => void

const overruled: { [code in Problem['code'] & string]?: ConfirmedMutation } = {
  STAGE_STARTED: 'confirm',
  RESULT_IN_USE: 'cascade',
  GAME_RUNNING: 'force',
  CABINET_TAKEN: 'displace',
}

/**
 * Saves, and where the server answers with what would be lost, asks before the same is sent again
 * with a person's word for it (R-ED-3, R-PL-3).
 */
export function useConfirmedMutation(may: readonly ConfirmedMutation[]) {
  const { isSaving, problem, save, dismiss } = useSaving()
  const [asking, setAsking] = useState<PendingConfirmation | null>(null)
  /** why the question was taken back: what it was about has changed */
  const [changed, setChanged] = useState<Problem | null>(null)

  async function send<A>(write: Write<A>, onSaved: OnSaved<A> = () => {}): Promise<void> {
    setChanged(null)
    settle(await save(write), write, onSaved as OnSaved)
  }

  async function insist(reason?: string): Promise<void> {
    if (!asking) return
    const { write, by, onSaved } = asking
    setAsking(null)
    settle(await save(insisted(write, by, reason)), null, onSaved)
  }

  /** `write` null: it was insisted on already, so its refusal stands. */
  function settle<T>(saved: Saved<T>, write: Write | null, onSaved: OnSaved): void {
    if (saved.ok) return onSaved(saved.answer)
    const by = overruled[saved.problem.code ?? 'UNKNOWN']
    const isShown =
      by === 'force' || by === 'displace' || Array.isArray(saved.problem.answer['matches'])
    if (!write || !by || !may.includes(by) || !isShown) return
    setAsking({ write, problem: saved.problem, by, onSaved })
    dismiss()
  }

  function cancel(reason?: string | null): void {
    setAsking(null)
    if (reason) setChanged({ detail: reason, fields: {}, code: 'CHANGED', answer: {} })
  }

  return {
    isSaving,
    problem: problem ?? changed,
    dismiss: () => (dismiss(), setChanged(null)),
    send,
    asking,
    insist,
    cancel,
  }
}

/** A body that is a list has no field for it: there it is a parameter of the address. */
function insisted(write: Write, by: ConfirmedMutation, reason?: string): Write {
  const { body = {}, path } = write
  if (Array.isArray(body))
    return { ...write, path: `${path}${path.includes('?') ? '&' : '?'}${by}=true` }
  const said = by === 'cascade' ? { cascade: true, reason } : { [by]: true }
  return { ...write, body: { ...(body as object), ...said } }
}
