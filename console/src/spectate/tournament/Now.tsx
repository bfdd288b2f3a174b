import { useMemo } from 'react'
import { useLiveState } from '../../core/live/context.ts'
import { isAnyMatchActive, comingOn, isQueuePaused, matchTitle } from '../../core/live/select.ts'
import { publicText as text } from '../../core/text/spectate/public.ts'
import { useNow } from '../../hooks/useNow.ts'
import { CabinetCard } from '../../ui/live/CabinetCard.tsx'
import grid from '../../ui/live/CabinetCards.module.css'
import { MatchList } from '../page/MatchList.tsx'
import page from '../page/WatchedPage.module.css'
import { finishedMatches, hasTeam } from '../page/matches.ts'
import { useClock, useTournamentPage, useSpan } from '../page/tournament-context.ts'
import { lazyPart } from '../../hooks/lazy-part.ts'
import { RegistrationCard } from './Landing.tsx'
import { phaseOf } from './phase.ts'
import { to } from '../../core/addresses.ts'
import { callsIn } from '../../core/live/calls.ts'
import { useEstimates } from '../../hooks/useEstimates.ts'
import { useFollowed } from '../page/follow.ts'
import styles from './CabinetNext.module.css'

/** Loaded once a tournament is over. */
const Podiums = lazyPart(() => import('./Podiums.tsx'))

const maxResults = 6
const minuteMs = 60_000

/** The main section by phase: registration, the current and next matches, or the result. */
export function Now() {
  const { tournament } = useTournamentPage()
  const { day } = useClock()
  const rows = useLiveState((state) => state.live.rows)
  const latest = useMemo(() => finishedMatches(rows).slice(0, maxResults), [rows])
  const phase = phaseOf(rows, tournament, day(new Date(useNow(true, minuteMs))))
  return (
    <>
      {phase === 'register' && <RegistrationCard />}
      {phase === 'result' && <Podiums />}
      {(phase !== 'result' || isAnyMatchActive(rows)) && <Cabinets />}
      {latest.length > 0 && (
        <>
          <h2 className={page.title}>{text.now.results}</h2>
          <MatchList matches={latest} label={text.now.results} />
        </>
      )}
    </>
  )
}

/** The tournament's cabinets, with the next matches of each. */
function Cabinets() {
  const { tournament, cabinets } = useTournamentPage()
  const assigned = useLiveState(
    (state) => state.live.rows.tournament[tournament.id]?.assignedCabinets,
  )
  const isLive = useLiveState(({ live }) => isAnyMatchActive(live.rows))
  const own = cabinets.filter(({ id }) => assigned?.includes(id))
  return (
    <>
      <h2 className={page.title}>{isLive ? text.landing.playing : text.landing.coming}</h2>
      {own.length === 0 && <p className={page.dim}>{text.now.none}</p>}
      <div className={grid.grid}>
        {own.map((cabinet) => (
          <CabinetCard key={cabinet.id} cabinet={cabinet}>
            <CabinetNext cabinet={cabinet} />
          </CabinetCard>
        ))}
      </div>
    </>
  )
}

const maxMatches = 4

/** The next matches of a cabinet with their estimated starts, below its card. */
function CabinetNext({ cabinet }: { cabinet: { id: number; displayName: string } }) {
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
