import { useEffect, useState } from 'react'
import type { Tournament } from '../../../../events/tournament.ts'
import type { Session } from '../../live/session.ts'
import type { Tables } from '../../live/rows.ts'
import type { Moment } from '../../past/clock.ts'
import { tablesOf } from '../../past/evening.ts'
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
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const state = evening.at(moment.version)
      const rows = tablesOf(state)
      showPast(session, moment, { rows, steps: evening.steps })
      setSeen({ moment, state, rows, sentence: evening.sentence(moment.version) })
    })
    return () => cancelAnimationFrame(frame)
  }, [evening, moment, session])
  return { session, seen }
}
