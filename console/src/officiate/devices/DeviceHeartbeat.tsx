import { useEffect } from 'react'
import { useWatching } from '../../core/live/context.ts'
import { isPageVisible, onVisibilityChange } from '../../core/connection/page-state.ts'
import { isOverdue } from '../../core/presses/pending-command.ts'
import type { LiveState } from '../../core/live/store.ts'
import { refreshUser, sendHeartbeat } from './send-heartbeat.ts'

const heartbeatMs = 60_000

/** Sends this device's heartbeat every minute while the page is visible (R-PE-4). */
export default function DeviceHeartbeat() {
  const { store } = useWatching()
  useEffect(() => {
    const beat = () => {
      const { skewMs, connection, presses } = store.getState()
      const isOffline = !navigator.onLine || connection.health === 'lost'
      if (!isOffline && isPageVisible())
        void sendHeartbeat(skewMs, presses.filter(isOverdue).length)
    }
    beat()
    const timer = setInterval(beat, heartbeatMs)
    const stop = onVisibilityChange(beat)
    // A refusal may be the first sign that this device has fewer rights now.
    const unsubscribe = store.subscribe((now, before) => {
      if (stoppedCount(now) > stoppedCount(before)) void refreshUser()
      if (before.skewMs === null && now.skewMs !== null) beat()
    })
    return () => {
      clearInterval(timer)
      stop()
      unsubscribe()
    }
  }, [store])
  return null
}

/** Presses that were refused, or that wait until somebody signs in again. */
function stoppedCount({ presses }: LiveState): number {
  return presses.filter(({ reason }) => reason !== null).length
}
