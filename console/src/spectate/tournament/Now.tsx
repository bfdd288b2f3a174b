import { useMemo } from 'react'
import { useLiveState } from '../../core/live/context.ts'
import { isPlayed } from '../../core/live/select.ts'
import { publicText as text } from '../../core/text/public.ts'
import { useNow } from '../../hooks/useNow.ts'
import { CabinetCard } from '../../ui/live/CabinetCard.tsx'
import grid from '../../ui/live/CabinetCards.module.css'
import { CabinetNext } from './CabinetNext.tsx'
import { MatchList } from '../frame/MatchLine.tsx'
import page from '../frame/WatchedPage.module.css'
import { results } from '../frame/matches.ts'
import { useClock, usePlace } from '../frame/tournament-context.ts'
import { Podiums, Registering } from './Landing.tsx'
import { phaseOf } from './phase.ts'

const most = 6
const minuteMs = 60_000

/** What somebody comes for: to register, to see what is played and comes next, or who won. */
export function Now() {
  const { tournament } = usePlace()
  const { day } = useClock()
  const rows = useLiveState((shown) => shown.live.rows)
  const latest = useMemo(() => results(rows).slice(0, most), [rows])
  const phase = phaseOf(rows, tournament, day(new Date(useNow(true, minuteMs))))
  return (
    <>
      {phase === 'register' && <Registering />}
      {phase === 'result' && <Podiums />}
      {(phase !== 'result' || isPlayed(rows)) && <Cabinets />}
      {latest.length > 0 && (
        <>
          <h2 className={page.title}>{text.now.results}</h2>
          <MatchList matches={latest} label={text.now.results} />
        </>
      )}
    </>
  )
}

/** As they are, with what comes next on each. */
function Cabinets() {
  const { tournament, cabinets } = usePlace()
  const assigned = useLiveState(
    (shown) => shown.live.rows.tournament[tournament.id]?.assignedCabinets,
  )
  const isLive = useLiveState(({ live }) => isPlayed(live.rows))
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
