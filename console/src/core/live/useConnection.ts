import { useEffect } from 'react'
import { isPageVisible, onVisibilityChange } from '../connection/page-state.ts'
import { wallClock } from '../time/clock.ts'
import type { Clock } from '../time/clock.ts'
import type { Watching } from './live-session.ts'

/**
 * Keeps the connection open while the component is mounted, and retries at once when the network or
 * the page comes back. `closesHidden`: also closes it while the page is hidden.
 */
export function useConnection(watching: Watching, closesHidden = false): void {
  useEffect(() => {
    const page = closeWhileHidden(watching, wallClock)
    const onOnline = () => isPageVisible() && watching.tryNow()
    watching.open()
    addEventListener('online', onOnline)
    const stop = onVisibilityChange(() => {
      if (isPageVisible()) page.shown()
      else if (closesHidden) page.hidden()
    })
    return () => {
      removeEventListener('online', onOnline)
      stop()
      page.stop()
      watching.close()
    }
  }, [watching, closesHidden])
}

/** Long enough to switch to another app and come back. */
export const hiddenMs = 10_000

/** Closes the connection of a hidden page after a while, and reopens it when the page is shown. */
export function closeWhileHidden(
  watching: Pick<Watching, 'open' | 'close' | 'tryNow'>,
  clock: Clock,
) {
  let isClosed = false
  let cancel = () => {}
  return {
    hidden(): void {
      cancel()
      cancel = clock.after(hiddenMs, () => {
        isClosed = true
        watching.close()
      })
    },
    shown(): void {
      cancel()
      if (isClosed) watching.open()
      else watching.tryNow()
      isClosed = false
    },
    stop: () => cancel(),
  }
}
