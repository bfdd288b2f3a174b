import { useEffect, useState } from 'react'

/**
 * Asked for again and again: often until there is an answer, then every so often. What was
 * answered last stays while there is none.
 */
export function usePolled<T>(
  ask: () => Promise<T>,
  { everyMs, retryMs = 3_000 }: { everyMs: number; retryMs?: number },
): { answer: T | null; error: unknown } {
  const [polled, setPolled] = useState<{ answer: T | null; error: unknown }>(nothing)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOpen = true
    const turn = async () => {
      const next = await ask().then(
        (answer) => ({ answer, error: null }),
        (error: unknown) => ({ answer: null, error }),
      )
      if (!isOpen) return
      setPolled((before) => (next.error === null ? next : { ...before, error: next.error }))
      timer = setTimeout(() => void turn(), next.error === null ? everyMs : retryMs)
    }
    void turn()
    return () => {
      isOpen = false
      clearTimeout(timer)
    }
  }, [ask, everyMs, retryMs])
  return polled
}

const nothing = { answer: null, error: null }
