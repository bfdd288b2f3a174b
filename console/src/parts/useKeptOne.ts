import { useCallback, useEffect, useRef, useState } from 'react'
import { read } from '../api.ts'

type Shown<T> = { answer: T | null; error: unknown }

/**
 * One row that no frame brings, as `useKept` is for many. What an answer to a write says of it can
 * be shown at once; the newest wins.
 */
export function useKeptOne<T>(path: string) {
  const [shown, setShown] = useState<Shown<T>>({ answer: null, error: null })
  const newest = useRef(0)
  const reload = useCallback(async () => {
    const turn = ++newest.current
    const [answer, error] = await read<T>(path).then(
      (answer) => [answer, null] as const,
      (error: unknown) => [null, error] as const,
    )
    if (turn !== newest.current) return answer
    setShown((before) => ({ answer: answer ?? before.answer, error }))
    return answer
  }, [path])
  const show = useCallback((answer: T) => {
    newest.current += 1
    setShown({ answer, error: null })
  }, [])
  useEffect(() => {
    const seen = () => void (document.visibilityState === 'visible' && reload())
    void reload()
    document.addEventListener('visibilitychange', seen)
    return () => {
      newest.current += 1
      document.removeEventListener('visibilitychange', seen)
    }
  }, [reload])
  return { ...shown, reload, show }
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
