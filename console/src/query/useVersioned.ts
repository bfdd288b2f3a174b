import { useEffect } from 'react'
import type { Address } from '../core/rest.ts'
import { useWatching } from '../core/live/context.ts'
import type { LiveState } from '../core/live/store.ts'
import { useResource } from './useResource.ts'
import type { Resource } from './useResource.ts'

type Changes = (now: LiveState, before: LiveState) => boolean

/**
 * What no frame brings, read again whenever a frame says that it may be another now. `changes` has
 * to stay the same function.
 */
export function useVersioned<T>(path: Address<T> | null, changes: Changes): Resource<T> {
  const { store } = useWatching()
  const resource = useResource(path)
  const { reload } = resource
  useEffect(
    () => store.subscribe((now, before) => void (changes(now, before) && reload())),
    [reload, store, changes],
  )
  return resource
}

/** The answer of that very path, with every change; null: not asked for, or no answer yet. */
export function useLatest<T>(path: Address<T> | null): T | null {
  const { answer, isCurrent } = useVersioned(path, isDone)
  return isCurrent ? answer : null
}

/** Something was done, or nothing was heard for a while. */
export function isDone(now: LiveState, before: LiveState): boolean {
  return now.live.version !== before.live.version || isBack(now, before)
}

export function isBack(now: LiveState, before: LiveState): boolean {
  return now.link.light === 'live' && before.link.light !== 'live'
}
