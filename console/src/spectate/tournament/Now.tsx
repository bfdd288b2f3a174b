import { useMemo } from 'react'
import { useLiveState } from '../../core/live/context.ts'
import { publicText as text } from '../../core/text/public.ts'
import { CabinetCard } from '../../ui/live/CabinetCard.tsx'
import grid from '../../ui/live/CabinetCards.module.css'
import { CabinetNext } from './CabinetNext.tsx'
import { MatchList } from '../frame/MatchLine.tsx'
import page from '../frame/WatchedPage.module.css'
import { results } from '../frame/matches.ts'
import { usePlace } from '../frame/tournament-context.ts'

const most = 6

/** The cabinets as they are with what comes next on each, and what just ended. */
export function Now() {
  const { tournament, cabinets } = usePlace()
  const assigned = useLiveState(
    (shown) => shown.live.rows.tournament[tournament.id]?.assignedCabinets,
  )
  const rows = useLiveState((shown) => shown.live.rows)
  const latest = useMemo(() => results(rows).slice(0, most), [rows])
  const own = cabinets.filter(({ id }) => assigned?.includes(id))
  return (
    <>
      <h2 className={page.unseen}>{text.now.cabinets}</h2>
      {own.length === 0 && <p className={page.dim}>{text.now.none}</p>}
      <div className={grid.grid}>
        {own.map((cabinet) => (
          <CabinetCard key={cabinet.id} cabinet={cabinet}>
            <CabinetNext cabinet={cabinet} />
          </CabinetCard>
        ))}
      </div>
      <h2 className={page.title}>{text.now.results}</h2>
      {latest.length === 0 && <p className={page.dim}>{text.now.noResults}</p>}
      <MatchList matches={latest} label={text.now.results} />
    </>
  )
}
