import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Tournament } from '../../../../events/state/tournament.ts'
import { noRows } from '../../core/live/rows.ts'
import type { Session } from '../../core/live/session.ts'
import type { Tables } from '../../core/live/rows.ts'
import type { ReplayPosition } from '../../core/history/replay-clock.ts'
import { reuseRows, tablesOf } from '../../core/history/commit-history.ts'
import type { CommitHistory } from '../../core/history/commit-history.ts'
import { newPastSession, showPast } from '../../core/history/past-session.ts'

export type PastState = {
  moment: ReplayPosition
  state: Tournament
  rows: Tables
  sentence: string
}

/**
 * What is shown of a moment. A handle can move faster than screens are drawn: only where it is when
 * the page is about to be drawn is folded.
 */
export function usePastState(
  evening: CommitHistory,
  moment: ReplayPosition,
): { session: Session; seen: PastState | null } {
  const [session] = useState(newPastSession)
  const [seen, setSeen] = useState<PastState | null>(null)
  const shown = useRef<Tables>(noRows)
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const sentence = evening.sentence(moment.version)
      const state = evening.at(moment.version)
      const rows = reuseRows(shown.current, tablesOf(state))
      shown.current = rows
      // In one pass: what reads the session and what is given the moment would else be drawn in two.
      flushSync(() => {
        showPast(session, moment, { rows, steps: evening.steps })
        setSeen({ moment, state, rows, sentence })
      })
    })
    return () => cancelAnimationFrame(frame)
  }, [evening, moment, session])
  return { session, seen }
}
