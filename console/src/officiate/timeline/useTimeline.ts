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
/** Who did something in the tournament, and from which devices: what can be asked for. */
export type Who = Pick<Page, 'people' | 'devices'>
const nobody: Who = { people: [], devices: [] }
const pageOf = 50

/**
 * Pages of what was done, the latest first. What is done meanwhile is counted and not shown: a list
 * does not move under a finger (ux 3).
 */
export function useTimeline(filters: Filters, startAt: number | null) {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const version = useLiveState((shown) => shown.live.version)
  const of = { id: tournament.id, rowsPerPage: pageOf, ...filters }
  const top = rest.get(path, of)
  const [asked, setAsked] = useState({ top: '', times: 0 })
  const isFromTop = asked.top === top || startAt === null
  const first = isFromTop ? top : rest.get(path, { ...of, to: startAt })
  const { data, error, hasNextPage, fetchNextPage } = useInfiniteQuery(
    {
      queryKey: [first, asked.times],
      queryFn: ({ pageParam }) => read(pageParam),
      initialPageParam: first,
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
    who: data?.pages.at(-1) ?? nobody,
    /** not shown; with a filter nobody knows how many of those that were done since fit */
    newer: newest ? newerThan(newest, filters, version) : 0,
    hasOlder: hasNextPage,
    older: () => void fetchNextPage(),
    latest: () => setAsked(({ times }) => ({ top, times: times + 1 })),
  }
}

function newerThan({ results, version: read }: Page, filters: Filters, version: number): number {
  if (filters.to !== undefined) return 0
  const top = results[0]?.version ?? 0
  return Math.max(0, version - (Object.keys(filters).length === 0 ? top : read))
}
