import { useCallback, useEffect, useRef, useState } from 'react'
import { read } from '../core/rest.ts'
import { useWatching } from '../core/live/context.ts'
import type { LiveState } from '../core/live/store.ts'

type Changes = (now: LiveState, before: LiveState) => boolean
/** `of`: the path the answer was given for */
type Answer<T> = { answer: T | null; of: string | null; hasFailed: boolean }

/**
 * What no frame brings, read again whenever a frame says that it may be another now; the newest
 * answer wins. `changes` has to stay the same function.
 */
export function useVersioned<T>(
  path: string | null,
  changes: Changes,
): Answer<T> & { reload: () => void } {
  const { store } = useWatching()
  const [shown, setShown] = useState<Answer<T>>({ answer: null, of: null, hasFailed: false })
  const newest = useRef(0)
  const reload = useCallback(() => {
    if (path === null) return
    const turn = ++newest.current
    const isNewest = () => turn === newest.current
    read<T>(path).then(
      (answer) => isNewest() && setShown({ answer, of: path, hasFailed: false }),
      () => isNewest() && setShown((before) => ({ ...before, hasFailed: true })),
    )
  }, [path])
  useEffect(() => {
    reload()
    const end = store.subscribe((now, before) => {
      if (changes(now, before)) reload()
    })
    return () => {
      newest.current += 1
      end()
    }
  }, [reload, store, changes])
  return { ...shown, reload }
}

/** The answer of that very path, with every change; null: not asked for, or no answer yet. */
export function useAsked(path: string | null): unknown {
  const { answer, of } = useVersioned<unknown>(path, isDone)
  return of === path ? answer : null
}

/** Something was done, or nothing was heard for a while. */
export function isDone(now: LiveState, before: LiveState): boolean {
  return now.live.version !== before.live.version || isBack(now, before)
}

export function isBack(now: LiveState, before: LiveState): boolean {
  return now.link.light === 'live' && before.link.light !== 'live'
}
