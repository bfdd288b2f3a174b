import type { Estimate } from '../../../../events/estimate/publish.ts'
import type { Forecast } from './estimates.ts'

export type Interval = Pick<Estimate, 'from' | 'to'>
const minuteMs = 60_000
const stepMs = 5 * minuteMs
const latest = new WeakMap<Forecast, { minute: number; shown: Forecast }>()

/**
 * A forecast as it is told at `nowMs`, everywhere by this function. It was made earlier: what is
 * overdue moves all of it, so that matches keep their order and the end comes after them. Before the
 * day of the tournament no match has a time.
 */
export function forecastAt(forecast: Forecast, nowMs: number, date = ''): Forecast {
  if (forecast.asOf === null) return forecast
  const minute = Math.floor(nowMs / minuteMs)
  const known = latest.get(forecast)
  if (known?.minute === minute) return known.shown
  const isEarly = !forecast.begun && iso(nowMs) < date
  const shown = moved(isEarly ? { ...forecast, matches: {} } : forecast, minute * minuteMs)
  latest.set(forecast, { minute, shown })
  return shown
}

function moved(forecast: Forecast, nowMs: number): Forecast {
  const matches = Object.values(forecast.matches)
  // Before play begins it is reckoned as if that were just now.
  const due = forecast.begun
    ? Math.min(...matches.map(({ to }) => Date.parse(to)), Date.parse(forecast.end?.to ?? ''))
    : Date.parse(forecast.asOf ?? '')
  const lateMs = Number.isFinite(due) ? Math.max(0, Math.ceil((nowMs - due) / stepMs) * stepMs) : 0
  const later = <T extends Interval>(one: T, leastMs: number): T => ({
    ...one,
    from: iso(Math.max(Date.parse(one.from) + lateMs, nowMs)),
    to: iso(Math.max(Date.parse(one.to) + lateMs, leastMs)),
  })
  const told = matches.map((one) => later(one, nowMs))
  const lastMs = Math.max(nowMs, ...told.map(({ to }) => Date.parse(to)))
  return {
    ...forecast,
    matches: Object.fromEntries(told.map((one) => [one.match, one])),
    end: forecast.end && later(forecast.end, lastMs),
  }
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}
