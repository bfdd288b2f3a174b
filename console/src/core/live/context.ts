import { createContext, createElement, use } from 'react'
import type { ComponentType } from 'react'
import { useStore } from 'zustand'
import type { LiveSession, LiveState, Watching } from './live-session.ts'

// Separate from `LiveTournament`, so that viewers do not load the code that sends commands.
export const WatchingContext = createContext<Watching | null>(null)
export const SessionContext = createContext<LiveSession | null>(null)

export function useWatching(): Watching {
  const watching = use(WatchingContext)
  if (!watching) throw new Error('outside of a tournament')
  return watching
}

export function useLiveSession(): LiveSession {
  const session = use(SessionContext)
  if (!session) throw new Error('outside of a LiveTournament')
  return session
}

export function useLiveState<T>(select: (shown: LiveState) => T): T {
  return useStore(useWatching().store, select)
}

/** The part of a screen that is marked as changed, when two moments are shown side by side. */
export type SignTarget = { match?: number; cabinet?: number; standing?: string }
/** `at`: the past moment that is shown (ms), or null in the pane that shows the present. */
export type Past = { at: number | null; Sign: ComponentType<SignTarget> }
export const PastContext = createContext<Past | null>(null)

/** The past moment that is shown (ms); null if the screen is live. */
export function usePastAt(): number | null {
  return use(PastContext)?.at ?? null
}

/** The sign that marks a change. Draws nothing outside of the time-travel screen. */
export function Changed(target: SignTarget) {
  const past = use(PastContext)
  return past && createElement(past.Sign, target)
}
