import { useEffect } from 'react'
import { buildNow, isNightly, reloadSafely } from './auto-reload.ts'

const everyMs = 30_000
const openedAt = Date.now()
let build: string | null = null

/** Loads the page again for a new build and at night, as soon as nobody would miss it. */
export function useAutoReload(isFree: () => boolean): void {
  useEffect(() => {
    const look = async () => {
      const now = await buildNow()
      build ??= now
      const isNew = now !== null && now !== build
      if ((isNew || isNightly(new Date(), openedAt)) && isFree()) void reloadSafely()
    }
    void look()
    const timer = setInterval(() => void look(), everyMs)
    return () => clearInterval(timer)
  }, [isFree])
}
