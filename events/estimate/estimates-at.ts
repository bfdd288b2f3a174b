import type { MatchId } from '../ids.ts'
import type { Estimate, Estimates, Interval } from './publish.ts'

type Shown = Pick<Estimates, 'asOf' | 'begun' | 'end'> & {
  /** by match id */
  matches: Readonly<Record<string, Estimate>>
}

const minuteMs = 60_000
const stepMs = 5 * minuteMs
const latest = new WeakMap<Shown, { minute: number; isEarly: boolean; shown: Shown }>()

/**
 * Estimates as every screen and calendar shows them at `nowMs`. They were computed earlier: an
 * overdue one moves all of them, so that matches keep their order and the end stays after them.
 * Before the day of the tournament no match has a time.
 */
export function estimatesAt<E extends Shown>(estimates: E, nowMs: number, date = ''): E {
  if (estimates.asOf === null) return estimates
  const minute = Math.floor(nowMs / minuteMs)
  const isEarly = !estimates.begun && iso(nowMs) < date
  const cached = latest.get(estimates)
  if (cached?.minute === minute && cached.isEarly === isEarly) return cached.shown as E
  const shown = updated(isEarly ? { ...estimates, matches: {} } : estimates, minute * minuteMs)
  latest.set(estimates, { minute, isEarly, shown })
  return shown
}

/**
 * When the start of a match that `estimatesAt` shows at `nowMs` became what it is; null if it is the
 * published one. It follows from the estimates alone, so every server gives the same answer.
 */
export function startMovesAt(estimates: Shown, nowMs: number): (match: MatchId) => string | null {
  const minuteNow = Math.floor(nowMs / minuteMs) * minuteMs
  const { dueMs, lateMs } = latenessAt(estimates, minuteNow)
  // The whole minute in which the last step began.
  const stepBeganMs = (Math.floor((dueMs + lateMs - stepMs) / minuteMs) + 1) * minuteMs
  const stepBegan = lateMs === 0 ? null : iso(stepBeganMs)
  return (match) => {
    const shownMs = Date.parse(estimates.matches[match]?.from ?? '') + lateMs
    return shownMs < minuteNow ? iso(minuteNow) : stepBegan
  }
}

function latenessAt({ begun, asOf, end, matches }: Shown, nowMs: number) {
  const ends = Object.values(matches).map(({ to }) => Date.parse(to))
  // Before play begins, times are computed as if it began now.
  const dueMs = begun ? Math.min(...ends, Date.parse(end?.to ?? '')) : Date.parse(asOf ?? '')
  const steps = Math.ceil((nowMs - dueMs) / stepMs)
  return { dueMs, lateMs: Number.isFinite(dueMs) ? Math.max(0, steps * stepMs) : 0 }
}

function updated<E extends Shown>(estimates: E, nowMs: number): E {
  const matches = Object.values(estimates.matches)
  const { lateMs } = latenessAt(estimates, nowMs)
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
