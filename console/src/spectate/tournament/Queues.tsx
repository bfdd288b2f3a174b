import { useMemo } from 'react'
import { useLiveState } from '../../core/live/context.ts'
import { useEstimates } from '../../hooks/useEstimates.ts'
import { publicText as text } from '../../core/text/public.ts'
import { MatchList } from '../frame/MatchLine.tsx'
import { useCabinetName, useClock } from '../frame/tournament-context.ts'
import page from '../frame/WatchedPage.module.css'

/** The queues, with the estimated start of each match (R-ETA-1). */
export default function Queues() {
  const rows = useLiveState((state) => state.live.rows)
  const nameOf = useCabinetName()
  const { zone } = useClock()
  const { end } = useEstimates()
  const queues = useMemo(() => Object.values(rows.queue).toSorted((a, b) => a.id - b.id), [rows])
  if (queues.length === 0) return <p className={page.dim}>{text.queues.none}</p>
  return (
    <>
      {end && <p className={page.dim}>{text.tournament.zone(zone(end.from))}</p>}
      <div className={page.halves}>
        {queues.map((queue) => {
          const [cabinet] = queue.cabinets
          const title = queue.autoCreated && cabinet !== undefined ? nameOf(cabinet) : queue.name
          const active = Object.values(rows.match).filter(
            (match) => match.activeCabinet !== null && queue.cabinets.includes(match.activeCabinet),
          )
          const waiting = queue.matches.flatMap((id) => rows.match[id] ?? [])
          return (
            <section key={queue.id}>
              <h2>{title}</h2>
              {!queue.enabled && <p className={page.dim}>{text.queues.off}</p>}
              {active.length + waiting.length === 0 && (
                <p className={page.dim}>{text.queues.empty}</p>
              )}
              <MatchList matches={[...active, ...waiting]} label={text.queues.list(title)} />
            </section>
          )
        })}
      </div>
    </>
  )
}
