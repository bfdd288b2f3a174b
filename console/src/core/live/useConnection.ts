import { useEffect } from 'react'
import { wallClock } from '../outbox/clock.ts'
import type { Clock } from '../outbox/clock.ts'
import type { Watching } from './session.ts'

/**
 * Open while it is on the screen; tries at once when the network or the reader comes back. `isLeft`: a page
 * that may be closed while it is hidden, because nobody waits for what it says.
 */
export function useConnection(watching: Watching, isLeft = false): void {
  useEffect(() => {
    const page = closeWhileHidden(watching, wallClock)
    const again = () => document.visibilityState === 'visible' && watching.tryNow()
    const turned = () => {
      if (document.visibilityState === 'visible') page.shown()
      else if (isLeft) page.hidden()
    }
    watching.open()
    addEventListener('online', again)
    document.addEventListener('visibilitychange', turned)
    return () => {
      removeEventListener('online', again)
      document.removeEventListener('visibilitychange', turned)
      page.stop()
      watching.close()
    }
  }, [watching, isLeft])
}

/** Long enough to look something up and come back. */
export const hiddenMs = 10_000

/** A page that nobody sees is told nothing after a while; what it missed comes when it is seen. */
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
