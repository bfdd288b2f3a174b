import { useEffect } from 'react'
import type { Address } from '../core/rest.ts'
import { useWatching } from '../core/live/context.ts'
import type { LiveState } from '../core/live/store.ts'
import { useResource } from './useResource.ts'
import type { Resource } from './useResource.ts'

type MayHaveChanged = (now: LiveState, before: LiveState) => boolean

/**
 * Data that no frame contains, read again when `mayHaveChanged` returns true for a store update.
 * That function must be stable between renders.
 */
export function useVersioned<T>(
  path: Address<T> | null,
  mayHaveChanged: MayHaveChanged,
): Resource<T> {
  const { store } = useWatching()
  const resource = useResource(path)
  const { reload } = resource
  useEffect(
    () => store.subscribe((now, before) => void (mayHaveChanged(now, before) && reload())),
    [reload, store, mayHaveChanged],
  )
  return resource
}

/** The answer for exactly this path, read again at every commit; null before the first answer. */
export function useLatest<T>(path: Address<T> | null): T | null {
  const { answer, isCurrent } = useVersioned(path, hasNewVersion)
  return isCurrent ? answer : null
}

/** True after a commit, and when the connection is back. */

export function hasNewVersion(now: LiveState, before: LiveState): boolean {
  return now.live.version !== before.live.version || isReconnected(now, before)
}

export function isReconnected(now: LiveState, before: LiveState): boolean {
  return now.connection.health === 'live' && before.connection.health !== 'live'
}
