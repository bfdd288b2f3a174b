import { matchIndex } from '../bracket/match-index.ts'
import type { Tournament } from '../state/tournament.ts'
import { median } from './basis.ts'
import type { Basis } from './basis.ts'
import type { TournamentEstimate, Spread } from './estimate.ts'
import { isFromFuture } from './set-back.ts'
import type { MatchId, TournamentId } from '../ids.ts'

/** Estimates as they are published. They are not facts: neither the log nor a view has them. */
export type Estimates = {
  tournament: TournamentId
  /** when they were computed, ISO in UTC; null: nothing has been published yet */
  asOf: string | null
  /** false: no match has started, and the estimate assumes that play begins at `asOf` */
  begun: boolean
  /** minutes behind the plan, negative if ahead of it; null while there is no plan */
  lateBy: number | null
  end: (Interval & { plan: string | null }) | null
  basis: Basis | null
  matches: Estimate[]
}
/** ISO in UTC, in steps of five minutes */
export type Interval = { from: string; to: string }
/** `plan`: the start that was first published after play began */
export type Estimate = Interval & { match: MatchId; publishedAt: string; plan: string | null }

/** The published estimates with the exact values they were rounded from. */
export type Published = {
  estimates: Estimates
  exact: { starts: Record<string, Spread>; end: Spread | null }
  plan: { starts: Record<string, number>; end: number | null }
}

const minuteMs = 60_000
const stepMs = 5 * minuteMs
/** Smaller changes are not published. */
const minMoveMs = 3 * minuteMs
/** After a pause of this length a new day begins, with a new plan. */
const newDayMs = 4 * 3_600_000

export function noEstimates(tournament: TournamentId): Estimates {
  const nothing = { asOf: null, begun: false, lateBy: null, end: null, basis: null }
  return { tournament, ...nothing, matches: [] }
}

/** The next estimates to publish; null if nothing has moved far enough. */
export function nextPublished(
  before: Published | null,
  { t, estimate, nowMs }: { t: Tournament; estimate: TournamentEstimate; nowMs: number },
): Published | null {
  const plan = planOf(before, estimate, nowMs)
  const { starts } = estimate
  const previous = new Map(before?.estimates.matches.map((estimate) => [estimate.match, estimate]))
  const publishedAt = iso(nowMs)
  const exact: Published['exact'] = { starts: {}, end: estimate.end }
  const matches = [...starts].map(([match, spread]): Estimate => {
    const old = previous.get(match)
    const oldSpread = before?.exact.starts[match]
    const planned = plan.starts[match] === undefined ? null : iso(plan.starts[match])
    if (old && oldSpread && !hasMoved(oldSpread, spread) && old.plan === planned) {
      exact.starts[match] = oldSpread
      return old
    }
    exact.starts[match] = spread
    return { match, ...rounded(spread), publishedAt, plan: planned }
  })
  const end = estimate.end && {
    ...rounded(estimate.end),
    plan: plan.end === null ? null : iso(plan.end),
  }
  const { begun, basis } = estimate
  const lateBy = lateness(t, estimate, plan)
  const { id: tournament } = t
  const estimates = { tournament, asOf: publishedAt, begun, lateBy, end, basis, matches }
  const next = { estimates, exact, plan }
  return before && isSame(before, next) ? null : next
}

function isSame(before: Published, { estimates, exact }: Published): boolean {
  const old = before.estimates
  const sameMatches =
    old.matches.length === estimates.matches.length &&
    old.matches.every((estimate, index) => estimate === estimates.matches[index])
  const [oldEnd, end] = [before.exact.end, exact.end]
  const sameEnd = oldEnd && end ? !hasMoved(oldEnd, end) : oldEnd === end
  const [oldLateBy, lateBy] = [old.lateBy, estimates.lateBy]
  const sameLateness =
    oldLateBy === null || lateBy === null
      ? oldLateBy === lateBy
      : Math.abs(oldLateBy - lateBy) * minuteMs < minMoveMs
  return sameMatches && sameEnd && sameLateness && old.begun === estimates.begun
}

function hasMoved(before: Spread, after: Spread): boolean {
  const isFar = (a: number, b: number) => Math.abs(a - b) >= minMoveMs
  return isFar(before.early, after.early) || isFar(before.late, after.late)
}

/** Rounded outwards: a published interval is never narrower than the exact one. */
function rounded({ early, late }: Spread): Interval {
  const from = Math.floor(early / stepMs) * stepMs
  const to = Math.ceil(late / stepMs) * stepMs
  return { from: iso(from), to: iso(to) }
}

/** Set when play begins, or when a match is added later; kept until the next day of play. */
function planOf(
  before: Published | null,
  { begun, starts, end }: TournamentEstimate,
  nowMs: number,
): Published['plan'] {
  if (!begun) return { starts: {}, end: null }
  const lastMs = Date.parse(before?.estimates.asOf ?? '')
  const isSameDay = nowMs - lastMs < newDayMs && !isFromFuture(lastMs, nowMs)
  const kept = before && isSameDay ? before.plan : { starts: {}, end: null }
  const likely = [...starts].map(([match, spread]) => [`${match}`, spread.likely] as const)
  return {
    starts: { ...Object.fromEntries(likely), ...kept.starts },
    end: kept.end ?? end?.likely ?? null,
  }
}

/**
 * How late the next matches are, one for each cabinet. If none are left, how late those in progress
 * started.
 */
function lateness(
  t: Tournament,
  { starts, cabinets }: TournamentEstimate,
  plan: Published['plan'],
): number | null {
  const late = (match: MatchId, startMs: number) => {
    const planned = plan.starts[match]
    return planned === undefined ? [] : [startMs - planned]
  }
  const next = [...starts]
    .toSorted(([, a], [, b]) => a.likely - b.likely)
    .slice(0, Math.max(1, cabinets))
    .flatMap(([match, { likely }]) => late(match, likely))
  const inProgress = matchIndex(t.matches).all.flatMap(({ id, cabinet, startedAt }) =>
    cabinet === null || startedAt === null ? [] : late(id, Date.parse(startedAt)),
  )
  const all = next.length > 0 ? next : inProgress
  return all.length > 0 ? Math.round(median(all) / minuteMs) : null
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}
