import { useCallback } from 'react'
import { read, readAll, reasonOf } from '../core/rest.ts'
import type { Address, PageOf } from '../core/rest.ts'
import { useResource } from './useResource.ts'

export type ListOf<T> = {
  /** null until the first answer */
  rows: T[] | null
  failure: string | null
  reload: () => Promise<void>
  /** applies the answer to a write; cancels a read in progress, which may be older */
  change: (next: (rows: T[]) => T[]) => void
}
type Options = { page?: keyof typeof pages; every?: number }

const pages = {
  all: readAll,
  first: async <T>(path: Address<PageOf<T>>) => (await read(path)).results,
}

/** A list that no frame contains, read by `useResource`. */
export function useList<T>(
  path: Address<PageOf<T>>,
  { page = 'all', every }: Options = {},
): ListOf<T> {
  const ask: (path: Address<PageOf<T>>) => Promise<T[]> = pages[page]
  const { answer, error, reload, change } = useResource(path, { ask, every })
  return {
    rows: answer,
    failure: error && reasonOf(error),
    reload: useCallback(async () => void (await reload()), [reload]),
    change,
  }
}
