import { useEffect, useState } from 'react'

/** The time, anew every `everyMs` while something on the screen counts; else it stands still. */
export function useNow(counts: boolean, everyMs = 1_000): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!counts) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [counts, everyMs])
  return now
}
