import { useEffect, useRef } from 'react'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { play } from '../../core/sound.ts'
import { minutes } from '../../core/time.ts'
import { useNow } from '../../hooks/useNow.ts'
import { draft as words } from './text.ts'
import styles from './Draft.module.css'
import { phaseOf } from './draft.ts'
import type { Phase } from './draft.ts'

/** The time that is left for a pick, by the server's clock; its end is a signal and no more (R-DR-5). */
export function PickClock({ dueAt }: { dueAt: string | null }) {
  const skewMs = useLiveState((shown) => shown.skewMs) ?? 0
  const now = useNow(dueAt !== null, 250)
  const { phase, seconds } = phaseOf(dueAt, now - skewMs)
  useSounds(phase)
  if (phase === 'off') return null
  return (
    <div className={styles.clock} data-phase={phase}>
      <span role="timer" aria-label={words.left2(minutes(seconds))}>
        {minutes(seconds)}
      </span>
      <small role="status">
        {phase === 'soon' && words.soon}
        {phase === 'over' && words.over}
      </small>
    </div>
  )
}

/** Only what happens before one's eyes sounds: a page opened late is silent. */
function useSounds(phase: Phase): void {
  const before = useRef(phase)
  useEffect(() => {
    const was = before.current
    before.current = phase
    if (phase === 'soon' && was === 'runs') play('soon')
    if (phase === 'over' && (was === 'soon' || was === 'runs')) play('over')
  }, [phase])
}
