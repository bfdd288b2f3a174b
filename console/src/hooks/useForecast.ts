import { useShallow } from 'zustand/react/shallow'
import { useLiveState } from '../core/live/context.ts'
import type { Forecast } from '../core/forecast/estimates.ts'
import { forecastAt } from '../core/forecast/forecast-now.ts'
import type { Interval } from '../core/forecast/forecast-now.ts'
import type { LiveState } from '../core/live/store.ts'
import { useNow } from './useNow.ts'

const minuteMs = 60_000

/** Anew every minute while there is one, by the server's clock. */
function useForecastPart<T>(select: (forecast: Forecast) => T): T {
  const now = useNow(
    useLiveState(({ forecast }) => forecast.asOf !== null),
    minuteMs,
  )
  return useLiveState(({ forecast, live, skewMs }: LiveState) => {
    const [tournament] = Object.values(live.rows.tournament)
    return select(forecastAt(forecast, now - (skewMs ?? 0), tournament?.date))
  })
}

export function useForecast(): Forecast {
  return useForecastPart((forecast) => forecast)
}

/** When a match will probably start. */
export function useEstimate(match: number): Interval | undefined {
  return useForecastPart(
    useShallow(({ matches }: Forecast): Interval | undefined => {
      const found = matches[match]
      return found && { from: found.from, to: found.to }
    }),
  )
}
