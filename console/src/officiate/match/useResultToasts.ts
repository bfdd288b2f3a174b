import { useEffect, useRef } from 'react'
import { useLiveSession } from '../../core/live/LiveTournament.tsx'
import type { Tables } from '../../core/live/rows.ts'
import { toast } from '../../hooks/toast.ts'
import { finished } from '../../core/text/officiate/sheets.ts'

type Kind = 'sent' | 'swapped'

/**
 * Shows a toast when a result has reached the external bracket, and not before (P11): for matches
 * that end on this cabinet, and for those passed to the returned function.
 */
export function useResultToasts(cabinet: number): (match: number, kind: Kind) => void {
  const { store } = useLiveSession()
  const expected = useRef(new Map<number, Kind>())
  useEffect(
    () =>
      store.subscribe(({ live }, before) => {
        if (live.rows.match === before.live.rows.match) return
        for (const match of endedMatches(before.live.rows, live.rows, cabinet)) {
          expected.current.set(match, 'sent')
        }
        for (const [match, kind] of expected.current) {
          const previous = before.live.rows.match[match]?.link?.report
          if (previous === 'sent' || live.rows.match[match]?.link?.report !== 'sent') continue
          expected.current.delete(match)
          toast(finished[kind])
        }
      }),
    [store, cabinet],
  )
  return (match, kind) => void expected.current.set(match, kind)
}

function endedMatches(before: Tables, rows: Tables, cabinet: number): number[] {
  const active = Object.values(before.match).filter((match) => match.activeCabinet === cabinet)
  return active.map(({ id }) => id).filter((id) => rows.match[id]?.isComplete)
}
