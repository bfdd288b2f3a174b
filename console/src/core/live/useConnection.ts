import { useEffect } from 'react'
import type { Watching } from './session.ts'

/** Open while it is on the screen; tries at once when the line or the eye comes back. */
export function useConnection(watching: Watching): void {
  useEffect(() => {
    const again = () => document.visibilityState === 'visible' && watching.tryNow()
    watching.open()
    addEventListener('online', again)
    document.addEventListener('visibilitychange', again)
    return () => {
      removeEventListener('online', again)
      document.removeEventListener('visibilitychange', again)
      watching.close()
    }
  }, [watching])
}
