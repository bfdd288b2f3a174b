import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { sessionHere } from './browser.ts'
import { SessionContext, WatchingContext } from './context.ts'
import { showRows } from '../first-rows.ts'
import { isUnsent } from '../outbox/pending-command.ts'
import { useConnection } from './useConnection.ts'

export { useSession, useLiveState } from './context.ts'

/** One session for everything inside; another tournament needs another `key`. */
export function LiveTournament({ id, children }: { id: number; children: ReactNode }) {
  const [session] = useState(() => sessionHere(id))
  useConnection(session)
  useEffect(() => {
    const leaving = (event: BeforeUnloadEvent) => {
      if (session.store.getState().presses.some(isUnsent)) event.preventDefault()
    }
    addEventListener('beforeunload', leaving)
    const stop = session.store.subscribe(({ live }) => live.version > 0 && showRows())
    return () => {
      stop()
      removeEventListener('beforeunload', leaving)
    }
  }, [session])
  return (
    <WatchingContext value={session}>
      <SessionContext value={session}>{children}</SessionContext>
    </WatchingContext>
  )
}
