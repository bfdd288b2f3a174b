import { createContext, use, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { sessionHere } from './browser.ts'
import { isUnsent } from './press.ts'
import type { Session, Shown } from './session.ts'

const SessionContext = createContext<Session | null>(null)

/** One session for everything inside; another tournament needs another `key`. */
export function LiveTournament({ id, children }: { id: number; children: ReactNode }) {
  const [session] = useState(() => sessionHere(id))
  useEffect(() => {
    const again = () => document.visibilityState === 'visible' && session.tryNow()
    const leaving = (event: BeforeUnloadEvent) => {
      if (session.store.getState().presses.some(isUnsent)) event.preventDefault()
    }
    session.open()
    addEventListener('online', again)
    document.addEventListener('visibilitychange', again)
    addEventListener('beforeunload', leaving)
    return () => {
      removeEventListener('online', again)
      document.removeEventListener('visibilitychange', again)
      removeEventListener('beforeunload', leaving)
      session.close()
    }
  }, [session])
  return <SessionContext value={session}>{children}</SessionContext>
}

export function useSession(): Session {
  const session = use(SessionContext)
  if (!session) throw new Error('outside of a LiveTournament')
  return session
}

export function useShown<T>(select: (shown: Shown) => T): T {
  return useStore(useSession().store, select)
}
