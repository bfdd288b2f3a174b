import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { queryClient } from '../../query/client.ts'
import { useLoaderData } from '@tanstack/react-router'
import { read, rest } from '../../core/rest.ts'
import type { Address, Answer, Row } from '../../core/rest.ts'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import type { Filters } from './filters.ts'

const path = '/api/tournament/tournament/:id/timeline/'
type Page = Answer<typeof path>
export type Entry = Row<typeof path>
export type TimelineEvent = Entry['moments'][number]
/** The people and devices that acted in the tournament, to filter by. */
export type FilterChoices = Pick<Page, 'people' | 'devices'>
const noChoices: FilterChoices = { people: [], devices: [] }
const pageSize = 50

/**
 * Pages of steps, newest first. Steps that arrive later are counted but not shown, so that the list
 * does not move under a finger (ux 3).
 */
export function useTimeline(filters: Filters, startAt: number | null) {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const version = useLiveState((state) => state.live.version)
  const params = { id: tournament.id, rowsPerPage: pageSize, ...filters }
  const newestPath = rest.get(path, params)
  const [request, setRequest] = useState({ path: '', times: 0 })
  const isFromNewest = request.path === newestPath || startAt === null
  const firstPath = isFromNewest ? newestPath : rest.get(path, { ...params, to: startAt })
  const { data, error, hasNextPage, fetchNextPage } = useInfiniteQuery(
    {
      queryKey: [firstPath, request.times],
      queryFn: ({ pageParam }) => read(pageParam),
      initialPageParam: firstPath,
      getNextPageParam: ({ next }) => next as Address<Page> | null,
      placeholderData: keepPreviousData,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
    queryClient,
  )
  const newest = data?.pages[0]
  return {
    entries: useMemo(() => data?.pages.flatMap(({ results }) => results) ?? null, [data]),
    count: newest?.count ?? 0,
    hasFailed: error !== null,
    choices: data?.pages.at(-1) ?? noChoices,
    /** the number of later steps that are not shown; with a filter some of them may not match */
    newer: newest ? countNewer(newest, filters, version) : 0,
    hasOlder: hasNextPage,
    older: () => void fetchNextPage(),
    latest: () => setRequest(({ times }) => ({ path: newestPath, times: times + 1 })),
  }
}

function countNewer(
  { results, version: readVersion }: Page,
  filters: Filters,
  version: number,
): number {
  if (filters.to !== undefined) return 0
  const firstVersion = results[0]?.version ?? 0
  return Math.max(0, version - (Object.keys(filters).length === 0 ? firstVersion : readVersion))
}
