import { useEffect, useRef } from 'react'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { play } from '../../core/sound.ts'
import { minutes } from '../../../../events/text/durations.ts'
import { useNow } from '../../hooks/useNow.ts'
import { draft as words } from './text.ts'
import styles from './Draft.module.css'
import { phaseOf } from './draft.ts'
import type { Phase } from './draft.ts'

/** Time left for a pick, by the server's clock. When it ends nothing is picked (R-DR-5). */
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

/** Plays sounds on phase changes only, so a page that is opened late stays silent. */
function useSounds(phase: Phase): void {
  const previous = useRef(phase)
  useEffect(() => {
    const previousPhase = previous.current
    previous.current = phase
    if (phase === 'soon' && previousPhase === 'runs') play('soon')
    if (phase === 'over' && (previousPhase === 'soon' || previousPhase === 'runs')) play('over')
  }, [phase])
}
