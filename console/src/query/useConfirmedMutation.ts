import { useState } from 'react'
import { useSaving } from './useSaving.ts'
import type { Write } from '../core/rest.ts'
import type { Problem, SaveResult } from './useSaving.ts'

/** The field of a request that confirms it after a refusal has shown what would be lost. */
type ConfirmationField = 'confirm' | 'cascade' | 'force' | 'displace'
/** A refused write that waits for a confirmation by the user. */
export type PendingConfirmation = {
  write: Write
  problem: Problem
  by: ConfirmationField
  onSaved: OnSaved
}
type OnSaved<A = unknown> = (answer: A) => void

const confirmationByCode: { [code in Problem['code'] & string]?: ConfirmationField } = {
  STAGE_STARTED: 'confirm',
  MATCHES_QUEUED: 'confirm',
  RESULT_IN_USE: 'cascade',
  GAME_RUNNING: 'force',
  SCORE_IMPOSSIBLE: 'force',
  MATCH_UNDECIDED: 'force',
  CABINET_TAKEN: 'displace',
}

/**
 * Saves. If the server refuses and lists what would be lost, it asks the user, and repeats the
 * write with their confirmation (R-ED-3, R-PL-3). `allowed` limits the kinds of confirmation.
 */
export function useConfirmedMutation(allowed: readonly ConfirmationField[]) {
  const { isSaving, problem, save, dismiss } = useSaving()
  const [asking, setAsking] = useState<PendingConfirmation | null>(null)
  /** why the question was closed: its subject has changed */
  const [changed, setChanged] = useState<Problem | null>(null)

  async function send<A>(write: Write<A>, onSaved: OnSaved<A> = () => {}): Promise<void> {
    setChanged(null)
    settle(await save(write), write, onSaved as OnSaved)
  }

  async function insist(reason?: string): Promise<void> {
    if (!asking) return
    const { write, by, onSaved } = asking
    setAsking(null)
    const again = confirmed(write, by, reason)
    settle(await save(again), again, onSaved)
  }

  /** A score may need two confirmations, of its own and of what is lost, but each only once. */
  function settle<T>(saved: SaveResult<T>, write: Write, onSaved: OnSaved): void {
    if (saved.ok) return onSaved(saved.answer)
    const by = confirmationByCode[saved.problem.code ?? 'UNKNOWN']
    const isExplained =
      by === 'force' || by === 'displace' || Array.isArray(saved.problem.answer['matches'])
    if (!by || !allowed.includes(by) || !isExplained || isConfirmed(write, by)) return
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

function isConfirmed({ body, path }: Write, by: ConfirmationField): boolean {
  return Array.isArray(body)
    ? path.includes(`${by}=true`)
    : (body as Record<string, unknown> | undefined)?.[by] === true
}

/** Adds the confirmation to the body, or to the query if the body is an array. */
function confirmed(write: Write, by: ConfirmationField, reason?: string): Write {
  const { body = {}, path } = write
  if (Array.isArray(body))
    return { ...write, path: `${path}${path.includes('?') ? '&' : '?'}${by}=true` }
  const confirmation = by === 'cascade' ? { cascade: true, reason } : { [by]: true }
  return { ...write, body: { ...(body as object), ...confirmation } }
}
