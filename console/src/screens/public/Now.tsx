import { useMemo } from 'react'
import { useShown } from '../../live/context.ts'
import { publicText as text } from '../../text/public.ts'
import { CabinetCard } from '../cabinets/CabinetCard.tsx'
import grid from '../cabinets/CurrentMatches.module.css'
import { CabinetNext } from './CabinetNext.tsx'
import { MatchList } from './MatchLine.tsx'
import page from './Public.module.css'
import { results } from './matches.ts'
import { usePlace } from './place.ts'

const most = 6

/** The cabinets as they are with what comes next on each, and what just ended. */
export function Now() {
  const { tournament, cabinets } = usePlace()
  const assigned = useShown((shown) => shown.live.rows.tournament[tournament.id]?.assignedCabinets)
  const rows = useShown((shown) => shown.live.rows)
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
