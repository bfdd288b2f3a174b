import { useEffect } from 'react'

/**
 * Keeps the screen awake if the browser supports it; requested again when the page is shown again.
 */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null
    let isUnmounted = false
    const acquire = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      const acquired = await navigator.wakeLock.request('screen').catch(() => null)
      if (isUnmounted) await acquired?.release()
      else lock = acquired
    }
    const onVisibilityChange = () => void acquire()
    onVisibilityChange()
    document.addEventListener('visibilitychange', onVisibilityChange)
    return () => {
      isUnmounted = true
      document.removeEventListener('visibilitychange', onVisibilityChange)
      void lock?.release()
    }
  }, [])
}
