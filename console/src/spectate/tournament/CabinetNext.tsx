import { to } from '../../core/addresses.ts'
import { callsIn } from '../../core/live/calls.ts'
import { useLiveState } from '../../core/live/context.ts'
import { useEstimates } from '../../hooks/useEstimates.ts'
import { comingOn, isQueuePaused, matchTitle } from '../../core/live/select.ts'
import { publicText as text } from '../../core/text/spectate/public.ts'
import { useFollowed } from '../page/follow.ts'
import { hasTeam } from '../page/matches.ts'
import { useTournamentPage, useSpan } from '../page/tournament-context.ts'
import styles from './CabinetNext.module.css'

const maxMatches = 4

/** The next matches of a cabinet with their estimated starts, below its card. */
export function CabinetNext({ cabinet }: { cabinet: { id: number; displayName: string } }) {
  const rows = useLiveState((state) => state.live.rows)
  const starts = useEstimates().matches
  const followed = useFollowed(useTournamentPage().tournament.id)
  const span = useSpan()
  const calls = callsIn(rows)
  const matches = comingOn(rows, cabinet.id).slice(0, maxMatches)
  if (matches.length === 0) {
    const isPaused = isQueuePaused(rows, cabinet.id)
    return <p className={styles.none}>{isPaused ? text.queues.off : text.now.nothingNext}</p>
  }
  return (
    <ol className={styles.queue} aria-label={text.queues.list(cabinet.displayName)}>
      {matches.map((match) => {
        const estimate = starts[match.id]
        const call = calls.get(match.id)
        return (
          <li key={match.id} data-mine={hasTeam(match, followed) || undefined}>
            <a href={to.match(match.id)}>{matchTitle(rows, match)}</a>
            <span>
              {[call && call !== 'soon' && text.match.call(call), estimate && span(estimate)]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
