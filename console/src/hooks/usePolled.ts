import { useEffect, useState } from 'react'

/**
 * Polls: every `retryMs` until there is an answer, then every `everyMs`. The last answer is kept
 * while requests fail.
 */
export function usePolled<T>(
  ask: () => Promise<T>,
  { everyMs, retryMs = 3_000 }: { everyMs: number; retryMs?: number },
): { answer: T | null; error: unknown } {
  const [polled, setPolled] = useState<{ answer: T | null; error: unknown }>(noAnswer)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOpen = true
    const poll = async () => {
      const next = await ask().then(
        (answer) => ({ answer, error: null }),
        (error: unknown) => ({ answer: null, error }),
      )
      if (!isOpen) return
      setPolled((previous) => (next.error === null ? next : { ...previous, error: next.error }))
      timer = setTimeout(() => void poll(), next.error === null ? everyMs : retryMs)
    }
    void poll()
    return () => {
      isOpen = false
      clearTimeout(timer)
    }
  }, [ask, everyMs, retryMs])
  return polled
}

const noAnswer = { answer: null, error: null }
