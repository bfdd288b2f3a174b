import { useCallback } from 'react'
import { read, readAll } from '../core/rest.ts'
import { text } from '../core/text/text.ts'
import { useResource } from './useResource.ts'

export type ListOf<T> = {
  /** null until they are there for the first time */
  rows: T[] | null
  failure: string | null
  reload: () => Promise<void>
  /** what an answer says of them; a read that is under way may be older, so it is let go */
  change: (next: (rows: T[]) => T[]) => void
}

const pages = {
  all: <T>(path: string) => readAll<T>(path),
  first: async <T>(path: string) => (await read<{ results: T[] }>(path)).results,
}

/** Rows that no frame brings, as `useKeptOne` has one. */
export function useList<T>(path: string, page: keyof typeof pages = 'all'): ListOf<T> {
  const { answer, error, reload, change } = useResource<T[]>(path, pages[page])
  return {
    rows: answer,
    failure: error === null ? null : error instanceof Error ? error.message : text.apiFailed,
    reload: useCallback(async () => void (await reload()), [reload]),
    change: useCallback(
      (next) => change(({ answer, error }) => ({ answer: answer && next(answer), error })),
      [change],
    ),
  }
}
