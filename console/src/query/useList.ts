import { useCallback } from 'react'
import { read, readAll } from '../core/rest.ts'
import type { Address, PageOf } from '../core/rest.ts'
import { reasonOf, useResource } from './useResource.ts'

export type ListOf<T> = {
  /** null until they are there for the first time */
  rows: T[] | null
  failure: string | null
  reload: () => Promise<void>
  /** what an answer says of them; a read that is under way may be older, so it is let go */
  change: (next: (rows: T[]) => T[]) => void
}
type Options = { page?: keyof typeof pages; every?: number }

const pages = {
  all: readAll,
  first: async <T>(path: Address<PageOf<T>>) => (await read(path)).results,
}

/** Rows that no frame brings, as `useResource` has one answer. */
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
