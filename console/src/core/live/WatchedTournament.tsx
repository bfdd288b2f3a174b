import { useState } from 'react'
import type { ReactNode } from 'react'
import { wallClock } from '../time/clock.ts'
import { WatchingContext } from './context.ts'
import type { Watching } from './live-session.ts'
import { stateCacheOf } from './state-cache.ts'
import { newLiveStore } from './store.ts'
import { socketTo } from './socket.ts'
import { useConnection } from './useConnection.ts'
import { newWatch } from './watch.ts'

type Props = {
  id: number
  /** for public pages: receives frames less often, and none while the page is hidden */
  isPublic?: boolean
  /** for stream overlays: receives game updates as soon as possible */
  isSwift?: boolean
  children: ReactNode
}

/** Provides a read-only tournament to everything inside. Use the tournament's id as `key`. */
export function WatchedTournament({ id, isPublic = false, isSwift = false, children }: Props) {
  const [watching] = useState(() => watchInBrowser(id, { isCalm: isPublic, isSwift }))
  useConnection(watching, isPublic)
  return <WatchingContext value={watching}>{children}</WatchingContext>
}

type UpdateRate = { isCalm: boolean; isSwift: boolean }

function watchInBrowser(tournament: number, updateRate: UpdateRate): Watching {
  const store = newLiveStore()
  const liveConnection = newWatch(tournament, store, {
    connect: socketTo(`/ws/tournament-relay/${tournament}`),
    ...updateRate,
    clock: wallClock,
    cache: stateCacheOf(tournament),
    random: Math.random,
    show: (part) => store.setState(part),
    onFirstMessage: () => {},
  })
  return {
    store,
    tryNow: () => liveConnection.tryNow(),
    reload: () => liveConnection.reload(),
    open: () => liveConnection.open(),
    close: () => liveConnection.close(),
  }
}
