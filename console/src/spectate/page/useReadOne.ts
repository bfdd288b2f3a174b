import { useCallback, useEffect, useRef, useState } from 'react'
import { isPageVisible, onVisibilityChange } from '../../core/connection/page-state.ts'
import { read, reasonOf } from '../../core/rest.ts'
import type { Address } from '../../core/rest.ts'

type ReadState<T> = { answer: T | null; error: string | null }

/**
 * Reads data that is in no frame, for pages too light for TanStack Query: when the page opens, when
 * it becomes visible again, and on `reload`. The newest request wins.
 */
export function useReadOne<T>(path: Address<T>) {
  const [state, setState] = useState<ReadState<T>>({ answer: null, error: null })
  const newest = useRef(0)
  const reload = useCallback(async () => {
    const request = ++newest.current
    const apply = (next: (before: ReadState<T>) => ReadState<T>) =>
      request === newest.current && setState(next)
    await read(path).then(
      (answer) => apply(() => ({ answer, error: null })),
      (error: unknown) => apply(({ answer }) => ({ answer, error: reasonOf(error) })),
    )
  }, [path])
  /** sets the answer from the response to a write; drops a read in progress, which may be older */
  const show = useCallback((answer: T) => {
    newest.current += 1
    setState({ answer, error: null })
  }, [])
  useEffect(() => {
    void reload()
    const stop = onVisibilityChange(() => void (isPageVisible() && reload()))
    return () => {
      newest.current += 1
      stop()
    }
  }, [reload])
  return { ...state, reload, show }
}
