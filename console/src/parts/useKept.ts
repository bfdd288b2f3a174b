import { useCallback, useEffect, useRef, useState } from 'react'
import { read, readAll } from '../api.ts'
import { text } from '../text.ts'

export type Kept<T> = {
  /** null until they are there for the first time */
  rows: T[] | null
  failure: string | null
  reload: () => Promise<void>
  /** what an answer says of them; a read that is under way may be older, so it is let go */
  change: (next: (rows: T[]) => T[]) => void
}
type Shown<T> = Pick<Kept<T>, 'rows' | 'failure'>

const pages = {
  all: <T>(path: string) => readAll<T>(path),
  first: async <T>(path: string) => (await read<{ results: T[] }>(path)).results,
}

/**
 * Rows that no frame brings. Read when the screen is opened, when it is seen again, and when it
 * says so; the newest answer wins.
 */
export function useKept<T>(path: string, page: keyof typeof pages = 'all'): Kept<T> {
  const [shown, setShown] = useState<Shown<T>>({ rows: null, failure: null })
  const newest = useRef(0)
  const reload = useCallback(async () => {
    const turn = ++newest.current
    const [rows, failure] = await pages[page]<T>(path).then(
      (rows) => [rows, null] as const,
      (error: unknown) => [null, error instanceof Error ? error.message : text.apiFailed] as const,
    )
    if (turn !== newest.current) return
    setShown((before) => ({ rows: rows ?? before.rows, failure }))
  }, [path, page])
  const change = useCallback((next: (rows: T[]) => T[]) => {
    newest.current += 1
    setShown(({ rows, failure }) => ({ rows: rows && next(rows), failure }))
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
  return { ...shown, reload, change }
}
