import { createContext, use, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { openHere } from './browser.ts'
import { isUnsent } from './press.ts'
import type { Session, Shown } from './session.ts'

const SessionContext = createContext<Session | null>(null)

/** One session per tournament for everything inside. */
export function LiveTournament({ id, children }: { id: number; children: ReactNode }) {
  const [session, setSession] = useState<Session | null>(null)
  useEffect(() => {
    const opened = openHere(id)
    const again = () => document.visibilityState === 'visible' && opened.tryNow()
    const leaving = (event: BeforeUnloadEvent) => {
      if (opened.store.getState().presses.some(isUnsent)) event.preventDefault()
    }
    setSession(opened)
    addEventListener('online', again)
    document.addEventListener('visibilitychange', again)
    addEventListener('beforeunload', leaving)
    return () => {
      removeEventListener('online', again)
      document.removeEventListener('visibilitychange', again)
      removeEventListener('beforeunload', leaving)
      opened.close()
    }
  }, [id])
  return session && <SessionContext value={session}>{children}</SessionContext>
}

export function useSession(): Session {
  const session = use(SessionContext)
  if (!session) throw new Error('outside of a LiveTournament')
  return session
}

export function useShown<T>(select: (shown: Shown) => T): T {
  return useStore(useSession().store, select)
}
