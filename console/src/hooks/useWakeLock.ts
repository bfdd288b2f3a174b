import { useEffect } from 'react'
import { isPageVisible, onVisibilityChange } from '../core/connection/page-state.ts'

/**
 * Keeps the screen awake if the browser supports it; requested again when the page is shown again.
 */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null
    let isUnmounted = false
    const acquire = async () => {
      if (!isPageVisible() || !('wakeLock' in navigator)) return
      const acquired = await navigator.wakeLock.request('screen').catch(() => null)
      if (isUnmounted) await acquired?.release()
      else lock = acquired
    }
    void acquire()
    const stop = onVisibilityChange(() => void acquire())
    return () => {
      isUnmounted = true
      stop()
      void lock?.release()
    }
  }, [])
}
