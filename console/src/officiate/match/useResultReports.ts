import { useEffect, useRef } from 'react'
import { useSession } from '../../core/live/LiveTournament.tsx'
import type { Tables } from '../../core/live/rows.ts'
import { toast } from '../../hooks/toast.ts'
import { finished } from '../../core/text/sheets.ts'

type Kind = 'sent' | 'swapped'

/**
 * Says when the result of a match that ended on this cabinet, or that this screen sent again, has
 * reached the outside; nothing is said before that (P11). Answers how to wait for one.
 */
export function useResultReports(cabinet: number): (match: number, kind: Kind) => void {
  const { store } = useSession()
  const waiting = useRef(new Map<number, Kind>())
  useEffect(
    () =>
      store.subscribe(({ live }, before) => {
        if (live.rows.match === before.live.rows.match) return
        for (const match of ended(before.live.rows, live.rows, cabinet)) {
          waiting.current.set(match, 'sent')
        }
        for (const [match, kind] of waiting.current) {
          const was = before.live.rows.match[match]?.link?.report
          if (was === 'sent' || live.rows.match[match]?.link?.report !== 'sent') continue
          waiting.current.delete(match)
          toast(finished[kind])
        }
      }),
    [store, cabinet],
  )
  return (match, kind) => void waiting.current.set(match, kind)
}

function ended(before: Tables, rows: Tables, cabinet: number): number[] {
  const was = Object.values(before.match).filter((match) => match.activeCabinet === cabinet)
  return was.map(({ id }) => id).filter((id) => rows.match[id]?.isComplete)
}
