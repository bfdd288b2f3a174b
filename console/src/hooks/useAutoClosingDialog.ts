import { useEffect, useState } from 'react'
import type { Ending, Tie } from '../core/live/match-change.ts'
import { useSession } from '../core/live/LiveTournament.tsx'
import { useEvent } from './useEvent.ts'

/**
 * A dialog and the subject it was opened for. It shows the subject as it was then, and closes by
 * itself when the subject changes; a note at `place`, beside the control that opened it, says why.
 */
export function useAutoClosingDialog<T>(place: string) {
  const { showNote } = useSession()
  const [opened, setOpened] = useState<{ subject: T; tie: Tie } | null>(null)
  useAutoClose(opened?.tie ?? null, ({ reason }) => {
    setOpened(null)
    if (reason !== null) showNote(place, reason)
  })
  return {
    subject: opened?.subject ?? null,
    open: (subject: T, tie: Tie) => setOpened({ subject, tie }),
    close: () => setOpened(null),
  }
}

/** Calls `onEnd` once, when the subject of the tie has changed. */
export function useAutoClose(tie: Tie | null, onEnd: (ending: Ending) => void): void {
  const { store } = useSession()
  const end = useEvent(onEnd)
  useEffect(() => {
    if (tie === null) return
    let hasEnded = false
    const check = () => {
      const ending = hasEnded ? null : tie(store.getState())
      if (!ending) return
      hasEnded = true
      end(ending)
    }
    check()
    return store.subscribe(check)
  }, [tie, store, end])
}
