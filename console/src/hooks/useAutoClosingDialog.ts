import { useEffect, useState } from 'react'
import type { Ending, CloseCondition } from '../core/live/match-change.ts'
import { useLiveSession } from '../core/live/LiveTournament.tsx'
import { useEvent } from './useEvent.ts'

/**
 * A dialog and the subject it was opened for. It shows the subject as it was then, and closes by
 * itself when the subject changes; a note at `place`, beside the control that opened it, says why.
 */
export function useAutoClosingDialog<T>(place: string) {
  const { showNote } = useLiveSession()
  const [opened, setOpened] = useState<{ subject: T; closeCondition: CloseCondition } | null>(null)
  useAutoClose(opened?.closeCondition ?? null, ({ reason }) => {
    setOpened(null)
    if (reason !== null) showNote(place, reason)
  })
  return {
    subject: opened?.subject ?? null,
    open: (subject: T, closeCondition: CloseCondition) => setOpened({ subject, closeCondition }),
    close: () => setOpened(null),
  }
}

/** Calls `onEnd` once, when the condition is met. */
export function useAutoClose(
  closeCondition: CloseCondition | null,
  onEnd: (ending: Ending) => void,
): void {
  const { store } = useLiveSession()
  const end = useEvent(onEnd)
  useEffect(() => {
    if (closeCondition === null) return
    let hasEnded = false
    const check = () => {
      const ending = hasEnded ? null : closeCondition(store.getState())
      if (!ending) return
      hasEnded = true
      end(ending)
    }
    check()
    return store.subscribe(check)
  }, [closeCondition, store, end])
}
