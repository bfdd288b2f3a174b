import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { read } from '../core/rest.ts'
import type { Address } from '../core/rest.ts'
import { queryClient } from './client.ts'

export type Resource<T> = {
  /** of this address, or of the previous one until this one has answered; null before the first */
  answer: T | null
  /** of the last read; kept until a read succeeds */
  error: Error | null
  /** whether the answer is that of this address */
  isCurrent: boolean
  /** resolves to null if the read fails */
  reload: () => Promise<T | null>
  /** applies the answer to a write; cancels a read in progress, which may be older */
  change: (next: (before: T) => T) => void
}
type Options = { ask?: (path: never) => Promise<unknown>; every?: number | undefined }

/**
 * Data that no frame contains; the newest answer wins. It is read when the screen is opened, when
 * the page is shown again, when the network is back, and every `every` milliseconds while it is
 * visible. A custom `ask` must be the only one for its address, because the cache is keyed by
 * address.
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
    // `refetch` would join a first read in progress, whose answer may be older.
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
  // The library clears the error during a refetch, which would make the message and its button
  // flicker.
  const [failure, setFailure] = useState(error)
  const latest = error ?? (isCurrent || path === null ? null : failure)
  if (latest !== failure) setFailure(latest)
  return { answer: data ?? null, error: latest, isCurrent, reload, change }
}
