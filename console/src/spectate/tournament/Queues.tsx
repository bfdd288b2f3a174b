import { useMemo } from 'react'
import { queueTitle } from '#events/describe/queue-title.ts'
import { useLiveState } from '../../core/live/context.ts'
import { useEstimates } from '../../hooks/useEstimates.ts'
import { publicText as text } from '../../core/text/spectate/public.ts'
import { MatchList } from '../page/MatchList.tsx'
import { useClock, useTournamentPage } from '../page/tournament-context.ts'
import page from '../page/WatchedPage.module.css'

/** The queues, with the estimated start of each match (R-ETA-1). */
export default function Queues() {
  const rows = useLiveState((state) => state.live.rows)
  const { cabinets } = useTournamentPage()
  const { zone } = useClock()
  const { end } = useEstimates()
  const queues = useMemo(() => Object.values(rows.queue).toSorted((a, b) => a.id - b.id), [rows])
  if (queues.length === 0) return <p className={page.dim}>{text.queues.none}</p>
  return (
    <>
      {end && <p className={page.dim}>{text.tournament.zone(zone(end.from))}</p>}
      <div className={page.halves}>
        {queues.map((queue) => {
          const title = queueTitle(
            queue,
            (cabinet) => cabinets.find(({ id }) => id === cabinet)?.displayName,
          )
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
