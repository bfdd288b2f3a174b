import { useCallback, useEffect, useRef, useState } from 'react'
import { useLoaderData } from '@tanstack/react-router'
import { read } from '../../core/rest.ts'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import type { Step } from '../steps/useSteps.ts'
import { queryOf } from './filters.ts'
import type { Filters } from './filters.ts'

export type Moment = {
  kind: 'mapstart' | 'gamestart' | 'gameend' | 'victory' | 'clientOnline' | 'clientOffline' | 'play'
  cabinet: number
  /** by the cabinet's clock */
  at: string
  /** by the log's */
  takenAt: string | null
  game: number | null
  mapName: string | null
  winningTeam: string | null
  winCondition: string | null
  kills: number
  berries: number
}
export type Entry = Step & {
  by: { kind: string; id?: number }
  matches: number[]
  clientTime?: string
  moments: Moment[]
  leftOut: number
}
/** Who did something in the tournament, and from which devices: what can be asked for. */
export type Who = { people: { id: number; name: string }[]; devices: string[] }
type Page = Who & { results: Entry[]; count: number; next: string | null; version: number }
type Known = {
  entries: Entry[]
  count: number
  next: string | null
  /** the latest that is shown, and how far the log was read for it */
  top: number
  version: number
  who: Who
}
const nobody: Who = { people: [], devices: [] }
export const pageOf = 50

/**
 * Pages of what was done, the latest first. What is done meanwhile is counted and not shown: a list
 * does not move under a finger (ux 3).
 */
export function useTimeline(filters: Filters, startAt: number | null) {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const version = useLiveState((shown) => shown.live.version)
  const [known, setKnown] = useState<Known | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const turn = useRef(0)
  const path = `/api/tournament/tournament/${tournament.id}/timeline/`
  const query = queryOf(filters)

  const load = useCallback((url: string, before: Known | null): void => {
    const mine = ++turn.current
    const isNewest = () => mine === turn.current
    read<Page>(url).then(
      ({ results, count, next, people, devices, ...page }) => {
        if (!isNewest()) return
        const entries = [...(before?.entries ?? []), ...results]
        setFailed(false)
        const top = before?.top ?? results[0]?.version ?? 0
        const version = before?.version ?? page.version
        setKnown({ entries, count, next, top, version, who: { people, devices } })
      },
      () => isNewest() && setFailed(true),
    )
  }, [])
  const latest = useCallback(
    () => load(`${path}?${query}&rowsPerPage=${pageOf}`, null),
    [load, path, query],
  )
  useEffect(() => {
    const to = startAt === null ? '' : `&to=${startAt}`
    load(`${path}?${query}&rowsPerPage=${pageOf}${to}`, null)
    return () => {
      turn.current += 1
    }
  }, [load, path, query, startAt])

  return {
    entries: known?.entries ?? null,
    count: known?.count ?? 0,
    hasFailed,
    who: known?.who ?? nobody,
    /** not shown; with a filter nobody knows how many of those that were done since fit */
    newer: known ? newerThan(known, filters, version) : 0,
    hasOlder: Boolean(known?.next),
    older: () => known?.next && load(known.next, known),
    latest,
  }
}

function newerThan({ top, version: read }: Known, filters: Filters, version: number): number {
  if (filters.to !== undefined) return 0
  return Math.max(0, version - (queryOf(filters) === '' ? top : read))
}
