import { matchIndex } from '../bracket/match-index.ts'
import type { Tournament } from '../state/tournament.ts'
import { median } from './basis.ts'
import type { Basis } from './basis.ts'
import type { TournamentEstimate, Spread } from './estimate.ts'
import type { MatchId, TournamentId } from '../ids.ts'

/** What is told of estimates: estimates are no facts, they stand neither in the log nor in rows. */
export type Estimates = {
  tournament: TournamentId
  /** when it was reckoned, ISO in UTC; null: nothing was published yet */
  asOf: string | null
  /** false: as if play began just then */
  begun: boolean
  /** minutes behind the plan, below 0 ahead of it; null while there is no plan */
  lateBy: number | null
  end: (Interval & { plan: string | null }) | null
  basis: Basis | null
  matches: Estimate[]
}
/** ISO in UTC, in steps of five minutes */
type Interval = { from: string; to: string }
/** `plan`: the start that was first published after play began */
export type Estimate = Interval & { match: MatchId; publishedAt: string; plan: string | null }

/** What was published, and what it was rounded from. */
export type Published = {
  estimates: Estimates
  exact: { starts: Record<string, Spread>; end: Spread | null }
  plan: { starts: Record<string, number>; end: number | null }
}

const minuteMs = 60_000
const stepMs = 5 * minuteMs
/** What moves less is not told again. */
const leastMoveMs = 3 * minuteMs
/** After a night nobody goes by the plan of the day before. */
const newDayMs = 4 * 3_600_000

export function noEstimates(tournament: TournamentId): Estimates {
  const nothing = { asOf: null, begun: false, lateBy: null, end: null, basis: null }
  return { tournament, ...nothing, matches: [] }
}

/** What is published next; null when nothing has moved far enough. */
export function published(
  before: Published | null,
  { t, estimate, nowMs }: { t: Tournament; estimate: TournamentEstimate; nowMs: number },
): Published | null {
  const plan = planOf(before, estimate, nowMs)
  const { starts } = estimate
  const had = new Map(before?.estimates.matches.map((one) => [one.match, one]))
  const publishedAt = iso(nowMs)
  const exact: Published['exact'] = { starts: {}, end: estimate.end }
  const matches = [...starts].map(([match, spread]): Estimate => {
    const known = had.get(match)
    const was = before?.exact.starts[match]
    const planned = plan.starts[match] === undefined ? null : iso(plan.starts[match])
    if (known && was && !moved(was, spread) && known.plan === planned) {
      exact.starts[match] = was
      return known
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
  const was = before.estimates
  const sameMatches =
    was.matches.length === estimates.matches.length &&
    was.matches.every((one, index) => one === estimates.matches[index])
  const [ended, ends] = [before.exact.end, exact.end]
  const sameEnd = ended && ends ? !moved(ended, ends) : ended === ends
  const [late, later] = [was.lateBy, estimates.lateBy]
  const sameLateness =
    late === null || later === null
      ? late === later
      : Math.abs(late - later) * minuteMs < leastMoveMs
  return sameMatches && sameEnd && sameLateness && was.begun === estimates.begun
}

function moved(was: Spread, is: Spread): boolean {
  const far = (a: number, b: number) => Math.abs(a - b) >= leastMoveMs
  return far(was.early, is.early) || far(was.late, is.late)
}

/** Rounded outwards: what is promised is never narrower than what is known. */
function rounded({ early, late }: Spread): Interval {
  const from = Math.floor(early / stepMs) * stepMs
  const to = Math.ceil(late / stepMs) * stepMs
  return { from: iso(from), to: iso(to) }
}

/** Made when play begins, and for each match that joins later; kept until another day of play. */
function planOf(
  before: Published | null,
  { begun, starts, end }: TournamentEstimate,
  nowMs: number,
): Published['plan'] {
  if (!begun) return { starts: {}, end: null }
  const lastMs = Date.parse(before?.estimates.asOf ?? '')
  const known = before && nowMs - lastMs < newDayMs ? before.plan : { starts: {}, end: null }
  const likely = [...starts].map(([match, spread]) => [`${match}`, spread.likely] as const)
  return {
    starts: { ...Object.fromEntries(likely), ...known.starts },
    end: known.end ?? end?.likely ?? null,
  }
}

/** How late the next matches are, one for each cabinet; with none left, those that are on. */
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
  const on = matchIndex(t.matches).all.flatMap(({ id, cabinet, startedAt }) =>
    cabinet === null || startedAt === null ? [] : late(id, Date.parse(startedAt)),
  )
  const all = next.length > 0 ? next : on
  return all.length > 0 ? Math.round(median(all) / minuteMs) : null
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}
