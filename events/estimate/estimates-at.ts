import type { Estimate, Estimates, Interval } from './publish.ts'

type Shown = Pick<Estimates, 'asOf' | 'begun' | 'end'> & {
  /** by match id */
  matches: Readonly<Record<string, Estimate>>
}

const minuteMs = 60_000
const stepMs = 5 * minuteMs
const latest = new WeakMap<Shown, { minute: number; shown: Shown }>()

/**
 * Estimates as every screen and calendar shows them at `nowMs`. They were computed earlier: an
 * overdue one moves all of them, so that matches keep their order and the end stays after them.
 * Before the day of the tournament no match has a time.
 */
export function estimatesAt<E extends Shown>(estimates: E, nowMs: number, date = ''): E {
  if (estimates.asOf === null) return estimates
  const minute = Math.floor(nowMs / minuteMs)
  const cached = latest.get(estimates)
  if (cached?.minute === minute) return cached.shown as E
  const isEarly = !estimates.begun && iso(nowMs) < date
  const shown = updated(isEarly ? { ...estimates, matches: {} } : estimates, minute * minuteMs)
  latest.set(estimates, { minute, shown })
  return shown
}

function updated<E extends Shown>(estimates: E, nowMs: number): E {
  const matches = Object.values(estimates.matches)
  // Before play begins, times are computed as if it began now.
  const due = estimates.begun
    ? Math.min(...matches.map(({ to }) => Date.parse(to)), Date.parse(estimates.end?.to ?? ''))
    : Date.parse(estimates.asOf ?? '')
  const lateMs = Number.isFinite(due) ? Math.max(0, Math.ceil((nowMs - due) / stepMs) * stepMs) : 0
  const later = <T extends Interval>(interval: T, minToMs: number): T => ({
    ...interval,
    from: iso(Math.max(Date.parse(interval.from) + lateMs, nowMs)),
    to: iso(Math.max(Date.parse(interval.to) + lateMs, minToMs)),
  })
  const shifted = matches.map((estimate) => later(estimate, nowMs))
  const lastMs = Math.max(nowMs, ...shifted.map(({ to }) => Date.parse(to)))
  return {
    ...estimates,
    matches: Object.fromEntries(shifted.map((estimate) => [estimate.match, estimate])),
    end: estimates.end && later(estimates.end, lastMs),
  }
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}
