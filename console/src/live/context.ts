import { createContext, use } from 'react'
import { useStore } from 'zustand'
import type { Session, Shown, Watching } from './session.ts'

// Apart from what opens a session: who only looks does not load what officials send with.
export const WatchingContext = createContext<Watching | null>(null)
export const SessionContext = createContext<Session | null>(null)

export function useWatching(): Watching {
  const watching = use(WatchingContext)
  if (!watching) throw new Error('outside of a tournament')
  return watching
}

export function useSession(): Session {
  const session = use(SessionContext)
  if (!session) throw new Error('outside of a LiveTournament')
  return session
}

export function useShown<T>(select: (shown: Shown) => T): T {
  return useStore(useWatching().store, select)
}
