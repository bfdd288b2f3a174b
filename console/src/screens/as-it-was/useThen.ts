import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Tournament } from '../../../../events/tournament.ts'
import { noRows } from '../../live/rows.ts'
import type { Session } from '../../live/session.ts'
import type { Tables } from '../../live/rows.ts'
import type { Moment } from '../../past/clock.ts'
import { keptFrom, tablesOf } from '../../past/evening.ts'
import type { Evening } from '../../past/evening.ts'
import { newPastSession, showPast } from '../../past/session.ts'

export type Then = { moment: Moment; state: Tournament; rows: Tables; sentence: string }

/**
 * What is shown of a moment. A handle can move faster than screens are drawn: only where it is when
 * the page is about to be drawn is folded.
 */
export function useThen(evening: Evening, moment: Moment): { session: Session; seen: Then | null } {
  const [session] = useState(newPastSession)
  const [seen, setSeen] = useState<Then | null>(null)
  const shown = useRef<Tables>(noRows)
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const sentence = evening.sentence(moment.version)
      const state = evening.at(moment.version)
      const rows = keptFrom(shown.current, tablesOf(state))
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
