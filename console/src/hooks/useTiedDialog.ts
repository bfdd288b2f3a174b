import { useEffect, useState } from 'react'
import type { Ending, Tie } from '../core/live/match-change.ts'
import { useSession } from '../core/live/LiveTournament.tsx'
import { useEvent } from './useEvent.ts'

/**
 * A dialog with what it was opened for. It shows that and nothing newer, and closes by itself when
 * it has changed; why is said at `place`, among the notes of the control that opened it.
 */
export function useTiedDialog<T>(place: string) {
  const { tell } = useSession()
  const [opened, setOpened] = useState<{ subject: T; tie: Tie } | null>(null)
  useEnding(opened?.tie ?? null, ({ reason }) => {
    setOpened(null)
    if (reason !== null) tell(place, reason)
  })
  return {
    subject: opened?.subject ?? null,
    open: (subject: T, tie: Tie) => setOpened({ subject, tie }),
    close: () => setOpened(null),
  }
}

/** Calls back once when what was tied to has changed. */
export function useEnding(tie: Tie | null, onEnd: (ending: Ending) => void): void {
  const { store } = useSession()
  const end = useEvent(onEnd)
  useEffect(() => {
    if (tie === null) return
    let isOver = false
    const check = () => {
      const ending = isOver ? null : tie(store.getState())
      if (!ending) return
      isOver = true
      end(ending)
    }
    check()
    return store.subscribe(check)
  }, [tie, store, end])
}
