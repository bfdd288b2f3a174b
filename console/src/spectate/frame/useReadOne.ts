import { useCallback, useEffect, useRef, useState } from 'react'
import { read } from '../../core/rest.ts'
import type { Address } from '../../core/rest.ts'
import { text } from '../../core/text/text.ts'

type ReadState<T> = { answer: T | null; error: string | null }

/**
 * What no frame brings, for pages that have no room for TanStack Query. Read when the page is
 * opened, when it is seen again, and when it says so; the newest answer wins.
 */
export function useReadOne<T>(path: Address<T>) {
  const [known, setKnown] = useState<ReadState<T>>({ answer: null, error: null })
  const newest = useRef(0)
  const reload = useCallback(async () => {
    const turn = ++newest.current
    const keep = (next: (before: ReadState<T>) => ReadState<T>) =>
      turn === newest.current && setKnown(next)
    await read(path).then(
      (answer) => keep(() => ({ answer, error: null })),
      (error: unknown) => keep(({ answer }) => ({ answer, error: reasonOf(error) })),
    )
  }, [path])
  /** what an answer to a write says of it; a read that is under way may be older, so it is let go */
  const show = useCallback((answer: T) => {
    newest.current += 1
    setKnown({ answer, error: null })
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
  return { ...known, reload, show }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : text.apiFailed
}
