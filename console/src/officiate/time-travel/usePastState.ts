import { englishOfRows } from '#events/messages/english-of-rows.ts'
import { said } from '../../core/text/catalogue.ts'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Tournament } from '#events/state/tournament.ts'
import { noRows } from '../../core/live/rows.ts'
import type { LiveSession } from '../../core/live/live-session.ts'
import type { Tables } from '../../core/live/rows.ts'
import type { Moment } from '../../core/history/replay-clock.ts'
import { reuseRows, tablesOf } from '../../core/history/commit-history.ts'
import type { CommitHistory } from '../../core/history/commit-history.ts'
import { newPastSession, showPast } from '../../core/history/past-session.ts'

export type PastState = {
  moment: Moment
  state: Tournament
  rows: Tables
  sentence: string
}

/**
 * The state at a moment. The handle can move faster than screens are rendered, so the state is
 * folded once per animation frame.
 */
export function usePastState(
  commitHistory: CommitHistory,
  moment: Moment,
): { session: LiveSession; pastState: PastState | null } {
  const [session] = useState(newPastSession)
  const [pastState, setPastState] = useState<PastState | null>(null)
  const previousRows = useRef<Tables>(noRows)
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const message = commitHistory.message(moment.version)
      const sentence = message ? said(message, englishOfRows(message)) : ''
      const state = commitHistory.at(moment.version)
      const rows = reuseRows(previousRows.current, tablesOf(state))
      previousRows.current = rows
      // Flushed together; otherwise session readers and moment props would render separately.
      flushSync(() => {
        showPast(session, moment, { rows, steps: commitHistory.steps })
        setPastState({ moment, state, rows, sentence })
      })
    })
    return () => cancelAnimationFrame(frame)
  }, [commitHistory, moment, session])
  return { session, pastState }
}
