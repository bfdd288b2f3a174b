import { useEffect } from 'react'
import { servedBuild, isNightly, reloadSafely } from './auto-reload.ts'

const pollMs = 30_000
const openedAt = Date.now()
let build: string | null = null

/** Reloads the page for a new build and at night, as soon as `isFree` says that nobody notices. */
export function useAutoReload(isFree: () => boolean): void {
  useEffect(() => {
    const check = async () => {
      const now = await servedBuild()
      build ??= now
      const isNew = now !== null && now !== build
      if ((isNew || isNightly(new Date(), openedAt)) && isFree()) void reloadSafely()
    }
    void check()
    const timer = setInterval(() => void check(), pollMs)
    return () => clearInterval(timer)
  }, [isFree])
}
