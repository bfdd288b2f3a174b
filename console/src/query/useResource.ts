import { useCallback, useEffect, useRef, useState } from 'react'
import { read } from '../core/rest.ts'

type Shown<T> = { answer: T | null; error: unknown }

/**
 * What no frame brings. Read by `ask` when the screen is opened, when it is seen again, and when it
 * says so; the newest answer wins. `ask` has to stay the same function.
 */
export function useResource<T>(path: string, ask: (path: string) => Promise<T> = read) {
  const [shown, setShown] = useState<Shown<T>>({ answer: null, error: null })
  const newest = useRef(0)
  const reload = useCallback(async () => {
    const turn = ++newest.current
    const [answer, error] = await ask(path).then(
      (answer) => [answer, null] as const,
      (error: unknown) => [null, error] as const,
    )
    if (turn !== newest.current) return answer
    setShown((before) => ({ answer: answer ?? before.answer, error }))
    return answer
  }, [path, ask])
  /** what an answer to a write says of it; a read that is under way may be older, so it is let go */
  const change = useCallback((next: (before: Shown<T>) => Shown<T>) => {
    newest.current += 1
    setShown(next)
  }, [])
  const show = useCallback((answer: T) => change(() => ({ answer, error: null })), [change])
  useEffect(() => {
    const seen = () => void (document.visibilityState === 'visible' && reload())
    void reload()
    document.addEventListener('visibilitychange', seen)
    return () => {
      newest.current += 1
      document.removeEventListener('visibilitychange', seen)
    }
  }, [reload])
  return { ...shown, reload, change, show }
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
