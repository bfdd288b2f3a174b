import { useEffect } from 'react'

/** Keeps the screen awake where the browser can; taken again whenever the page is seen again. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null
    let isOver = false
    const take = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      const taken = await navigator.wakeLock.request('screen').catch(() => null)
      if (isOver) await taken?.release()
      else lock = taken
    }
    const taking = () => void take()
    taking()
    document.addEventListener('visibilitychange', taking)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', taking)
      void lock?.release()
    }
  }, [])
}
