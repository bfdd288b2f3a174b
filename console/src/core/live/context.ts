import { createContext, createElement, use } from 'react'
import type { ComponentType } from 'react'
import { useStore } from 'zustand'
import type { Session, LiveState, Watching } from './session.ts'

// Separate from what opens a session: viewers do not load the code that officials send with.
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

export function useLiveState<T>(select: (shown: LiveState) => T): T {
  return useStore(useWatching().store, select)
}

/** What has changed between two moments that are shown beside one another, and where on the screen it is. */
export type MarkTarget = { match?: number; cabinet?: number; standing?: string }
/** `at`: the moment of the past that is shown (ms); null beside it, for the present. */
export type Past = { at: number | null; Sign: ComponentType<MarkTarget> }
export const PastContext = createContext<Past | null>(null)

/** Null: what is shown is live. */
export function usePastAt(): number | null {
  return use(PastContext)?.at ?? null
}

/** Nothing, except where the past is looked at. */
export function Changed(marked: MarkTarget) {
  const past = use(PastContext)
  return past && createElement(past.Sign, marked)
}
