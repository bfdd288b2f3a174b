import { useShallow } from 'zustand/react/shallow'
import { estimatesAt } from '#events/estimate/estimates-at.ts'
import type { Interval } from '#events/estimate/publish.ts'
import { useLiveState } from '../core/live/context.ts'
import type { LatestEstimates } from '../core/estimates/estimates.ts'
import type { LiveState } from '../core/live/store.ts'
import { useNow } from './useNow.ts'

const minuteMs = 60_000

/** Updated at every full minute of the server's clock while there are estimates. */
function useEstimatesPart<T>(select: (estimates: LatestEstimates) => T): T {
  const aheadMs = useLiveState(({ skewMs }) => skewMs ?? 0)
  const hasEstimates = useLiveState(({ estimates }) => estimates.asOf !== null)
  const now = useNow(hasEstimates, minuteMs, aheadMs)
  return useLiveState(({ estimates, live }: LiveState) => {
    const [tournament] = Object.values(live.rows.tournament)
    return select(estimatesAt(estimates, now, tournament?.date))
  })
}

export function useEstimates(): LatestEstimates {
  return useEstimatesPart((estimates) => estimates)
}

/** When a match will probably start. */
export function useEstimate(match: number): Interval | undefined {
  return useEstimatesPart(
    useShallow(({ matches }: LatestEstimates): Interval | undefined => {
      const estimate = matches[match]
      return estimate && { from: estimate.from, to: estimate.to }
    }),
  )
}
