import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { SessionContext, WatchingContext } from './context.ts'
import { markRowsShown } from '../first-data-shown.ts'
import { isUnsent } from '../presses/pending-command.ts'
import { useConnection } from './useConnection.ts'
import { deviceName, newId } from '../device.ts'
import { wallClock } from '../time/clock.ts'
import { pendingStorageIn } from '../presses/pending-storage.ts'
import { claimEarlySocket } from './early-socket.ts'
import { stateCacheOf } from './state-cache.ts'
import { ownStepsIn } from './own-steps.ts'
import { attemptBy } from '../writes/attempt.ts'
import { newLiveSession } from './live-session.ts'
import type { LiveSession } from './live-session.ts'
import { socketTo } from './socket.ts'

export { useLiveSession, useLiveState } from './context.ts'

/** Provides one session to everything inside. Use the tournament's id as `key`. */
export function LiveTournament({ id, children }: { id: number; children: ReactNode }) {
  const [session] = useState(() => browserSession(id))
  useConnection(session)
  useEffect(() => {
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (session.store.getState().presses.some(isUnsent)) event.preventDefault()
    }
    addEventListener('beforeunload', onBeforeUnload)
    const stop = session.store.subscribe(({ live }) => live.version > 0 && markRowsShown())
    return () => {
      stop()
      removeEventListener('beforeunload', onBeforeUnload)
    }
  }, [session])
  return (
    <WatchingContext value={session}>
      <SessionContext value={session}>{children}</SessionContext>
    </WatchingContext>
  )
}

/** A session that uses the socket, clock, storage and random numbers of this browser. */
function browserSession(tournament: number): LiveSession {
  const path = `/ws/tournament-relay/${tournament}`
  return newLiveSession(tournament, {
    connect: claimEarlySocket(path, socketTo(path)),
    attempt: attemptBy((input, init) => fetch(input, init), deviceName()),
    clock: wallClock,
    cache: stateCacheOf(tournament),
    random: Math.random,
    newId,
    keep: pendingStorageIn({ local: () => localStorage, tab: () => sessionStorage }, tournament),
    own: ownStepsIn(() => localStorage, tournament),
  })
}
