import { useEffect } from 'react'
import { useWatching } from '../../core/live/context.ts'
import { isOverdue } from '../../core/outbox/pending-command.ts'
import type { LiveState } from '../../core/live/store.ts'
import { freshen, report } from './send-heartbeat.ts'

const everyMs = 60_000

/** Every minute somebody may see it, this device says that it is here (R-PE-4). */
export default function DeviceHeartbeat() {
  const { store } = useWatching()
  useEffect(() => {
    const say = () => {
      const { skewMs, link, presses } = store.getState()
      const isOffline = !navigator.onLine || link.light === 'lost'
      if (!isOffline && document.visibilityState === 'visible') {
        void report(skewMs, presses.filter(isOverdue).length)
      }
    }
    say()
    const timer = setInterval(say, everyMs)
    document.addEventListener('visibilitychange', say)
    // A refusal may be the first word that this device may do less now.
    const end = store.subscribe((now, before) => {
      if (refused(now) > refused(before)) void freshen()
      if (before.skewMs === null && now.skewMs !== null) say()
    })
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', say)
      end()
    }
  }, [store])
  return null
}

function refused({ presses }: LiveState): number {
  return presses.filter(({ state }) => state === 'refused').length
}
