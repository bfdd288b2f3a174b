import type { Estimate } from '../../../../events/estimate/publish.ts'
import type { LatestEstimates } from './estimates.ts'

export type Interval = Pick<Estimate, 'from' | 'to'>
const minuteMs = 60_000
const stepMs = 5 * minuteMs
const latest = new WeakMap<LatestEstimates, { minute: number; shown: LatestEstimates }>()

/**
 * Estimates as they are told at `nowMs`, everywhere by this function. They were made earlier: what is
 * overdue moves all of them, so that matches keep their order and the end comes after them. Before the
 * day of the tournament no match has a time.
 */
export function estimatesAt(estimates: LatestEstimates, nowMs: number, date = ''): LatestEstimates {
  if (estimates.asOf === null) return estimates
  const minute = Math.floor(nowMs / minuteMs)
  const known = latest.get(estimates)
  if (known?.minute === minute) return known.shown
  const isEarly = !estimates.begun && iso(nowMs) < date
  const shown = moved(isEarly ? { ...estimates, matches: {} } : estimates, minute * minuteMs)
  latest.set(estimates, { minute, shown })
  return shown
}

function moved(estimates: LatestEstimates, nowMs: number): LatestEstimates {
  const matches = Object.values(estimates.matches)
  // Before play begins it is reckoned as if that were just now.
  const due = estimates.begun
    ? Math.min(...matches.map(({ to }) => Date.parse(to)), Date.parse(estimates.end?.to ?? ''))
    : Date.parse(estimates.asOf ?? '')
  const lateMs = Number.isFinite(due) ? Math.max(0, Math.ceil((nowMs - due) / stepMs) * stepMs) : 0
  const later = <T extends Interval>(one: T, leastMs: number): T => ({
    ...one,
    from: iso(Math.max(Date.parse(one.from) + lateMs, nowMs)),
    to: iso(Math.max(Date.parse(one.to) + lateMs, leastMs)),
  })
  const told = matches.map((one) => later(one, nowMs))
  const lastMs = Math.max(nowMs, ...told.map(({ to }) => Date.parse(to)))
  return {
    ...estimates,
    matches: Object.fromEntries(told.map((one) => [one.match, one])),
    end: estimates.end && later(estimates.end, lastMs),
  }
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}
