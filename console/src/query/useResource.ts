import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { read } from '../core/rest.ts'
import type { Address } from '../core/rest.ts'
import { queryClient } from './client.ts'
import { text } from '../core/text/text.ts'

export type Resource<T> = {
  /** of this address, or of the one before it until this one has answered; null: none yet */
  answer: T | null
  /** null where the last read came through; stays until one does */
  error: Error | null
  isCurrent: boolean
  /** null where it cannot be read */
  reload: () => Promise<T | null>
  /** what an answer to a write says of it; a read that is under way may be older, so it is let go */
  change: (next: (before: T) => T) => void
}
type Options = { ask?: (path: never) => Promise<unknown>; every?: number | undefined }

/**
 * What no frame brings; the newest answer wins. It is read when the screen is opened, when it is
 * seen again, when the network is back, and `every` so many milliseconds while it is seen.
 * An `ask` of its own has to be the only one for that address.
 */
export function useResource<A>(path: Address<A> | null, options?: { every?: number }): Resource<A>
export function useResource<A, T>(
  path: Address<A> | null,
  options: { ask: (path: Address<A>) => Promise<T>; every?: number | undefined },
): Resource<T>
export function useResource(
  path: Address<unknown> | null,
  { ask = read, every }: Options = {},
): Resource<unknown> {
  const { data, error, isPlaceholderData, refetch } = useQuery(
    {
      queryKey: [path],
      queryFn: () => ask(path as never),
      enabled: path !== null,
      placeholderData: keepPreviousData,
      refetchInterval: every ?? false,
    },
    queryClient,
  )
  const reload = useCallback(async () => {
    if (path === null) return null
    // A first read that is under way would be joined, though what it brings may be older.
    await queryClient.cancelQueries({ queryKey: [path] })
    const { data, isError } = await refetch()
    return isError ? null : data
  }, [path, refetch])
  const change = useCallback(
    (next: (before: unknown) => unknown) => {
      void queryClient.cancelQueries({ queryKey: [path] })
      queryClient.setQueryData([path], (before: unknown) =>
        before === undefined ? undefined : next(before),
      )
    },
    [path],
  )
  const isCurrent = data !== undefined && !isPlaceholderData
  // The library forgets it while it reads again: what is said of it, and its button, would come and go.
  const [failure, setFailure] = useState(error)
  const latest = error ?? (isCurrent || path === null ? null : failure)
  if (latest !== failure) setFailure(latest)
  return { answer: data ?? null, error: latest, isCurrent, reload, change }
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : text.apiFailed
}
