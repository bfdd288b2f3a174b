import { wasPlayed, teamsOf } from '#events/bracket/bracket.ts'
import type { Event } from '#events/schema/event.ts'
import type { MatchPlan, Slot } from '#events/schema/parts/shapes.ts'
import type { Match } from '#events/state/match.ts'
import type { LayoutMatch, LayoutSlot } from '#events/rules/layout/layout-match.ts'
import { typeOf } from '#events/rules/stage-types/stage-types.ts'
import type { Seed, Stage } from '#events/schema/parts/stage-settings.ts'
import { evolve } from '#events/state/tournament.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { withUnqueued } from '../match/correct.ts'
import { accept, idsShort, isRefusal, refuse } from '../decision.ts'
import type { Decision, Refusal } from '../decision.ts'
import {
  activeMatchRefusal,
  hasRecord,
  layoutOf,
  matchesIn,
  plansOf,
  recordedIn,
  seedEvent,
  startedRefusal,
  withSeeds,
} from '../layout-plan.ts'
import { placementRefusal } from '../slot-validity.ts'
import { requeued } from './queued-matches.ts'

/**
 * Changes the seeds of a stage that has matches. If it has started, matches that are not affected
 * keep their results (R-BR-10).
 */
export function reseed(
  t: Tournament,
  stage: Stage,
  { seeds, ids, confirm = false }: { seeds: Seed[]; ids: number[]; confirm?: boolean | undefined },
): Decision {
  const next = withSeeds(stage, seeds)
  const layout = layoutOf(next)
  if (isRefusal(layout)) return layout
  const { keeps, lost } = survivors(t, next, layout)
  if (!confirm) {
    const refusal = startedRefusal(t, stage, lost) ?? returningRefusal(t, stage, next)
    if (refusal) return refusal
  }
  const active = activeMatchRefusal(t, lost, stage.id)
  if (active) return active
  const missing = keeps.filter((kept) => kept === null).length
  if (ids.length < missing) return idsShort(missing)
  const event = seedEvent(stage.id, seeds)
  const same = JSON.stringify(evolve(t, event).stages[stage.id]) === JSON.stringify(stage)
  const events = [...(same ? [] : [event]), replan(next, layout, { keeps, ids })]
  const after = events.reduce(evolve, t)
  if (JSON.stringify([after.stages, after.matches]) === JSON.stringify([t.stages, t.matches])) {
    return accept()
  }
  const refusal = placementRefusal(t, events, stage.id)
  if (refusal) return refusal
  // Before the start all matches keep their places in the queues, also those without teams (R-PL-3).
  const isStarted = recordedIn(t, stage).length > 0
  const decision = withUnqueued(t, events, (match) => !isStarted && match.stage === stage.id)
  const queued = requeued(t, stage, decision.events)
  return { ...decision, events: [...decision.events, ...queued] }
}

/** New matches are for all teams, also for those that left the stage (R-RR-5). */
function returningRefusal(t: Tournament, stage: Stage, next: Stage): Refusal | null {
  const returning = (stage.withdrawn ?? []).filter((team) => next.teams.includes(team))
  if (returning.length === 0) return null
  const names = returning.map((team) => t.teams[team]?.name).join(', ')
  const detail = `${stage.name} has started: ${names} left it and would be back.`
  return refuse('STAGE_STARTED', detail, { matches: [] })
}

type Survivors = { keeps: (Match | null)[]; lost: Match[] }

/** Maps current matches to the new layout; a result is kept only with the same teams and path. */
function survivors(t: Tournament, next: Stage, layout: LayoutMatch[]): Survivors {
  const excluded = new Set<Match>()
  for (;;) {
    const found = matched(t, next, { layout, excluded })
    const ids = layout.map((_, index) => -1 - index)
    const after = evolve(t, replan(next, layout, { keeps: found.keeps, ids }))
    const changed = found.keeps.filter((match) => {
      if (!match || !wasPlayed(match)) return false
      const teams = teamsOf(t, match)
      return teamsOf(after, after.matches[match.id] ?? match).some((id, i) => id !== teams[i])
    })
    if (changed.length === 0) return found
    for (const match of changed) if (match) excluded.add(match)
  }
}

function matched(
  t: Tournament,
  next: Stage,
  { layout, excluded }: { layout: LayoutMatch[]; excluded: Set<Match> },
): Survivors {
  // Of several matches of two teams, the earliest stay.
  const all = matchesIn(t, next).toSorted((a, b) => a.num - b.num)
  const byFeeds = Map.groupBy(
    all.filter((match) => !excluded.has(match)),
    (match) => feedsOf(match, match.slots),
  )
  const left = new Set(all)
  const byNum = new Map(all.toReversed().map((match) => [numbered(match), match]))
  const keeps: (Match | null)[] = []
  if (!all.some(hasRecord)) return { keeps: sameNumbers(t, next, { layout, all }), lost: [] }
  for (const match of layout) {
    const slots = match.slots.map((slot) => slotOf(next, keeps, slot)) as [Slot, Slot]
    const same = byFeeds.get(feedsOf(match, slots))?.find((old) => left.has(old))
    // An unplayed match may change its teams and keep its place in a queue.
    const there = byNum.get(numbered(match))
    const isFree = there && left.has(there) && !wasPlayed(there) && !there.review
    const free = isFree && typeOf(next).pairing !== 'everybody'
    const survivor = same ?? (free ? there : null)
    if (survivor) left.delete(survivor)
    keeps.push(survivor)
  }
  return { keeps, lost: [...left].filter(hasRecord) }
}

/**
 * Before the start a match is what has its number. What an official or a start has set in a match
 * stays with its teams.
 */
function sameNumbers(
  t: Tournament,
  next: Stage,
  { layout, all }: { layout: LayoutMatch[]; all: Match[] },
): (Match | null)[] {
  const withGame = new Set(Object.values(t.games).map(({ match }) => match))
  const byNum = new Map(all.map((match) => [match.num, match]))
  const keeps: (Match | null)[] = []
  for (const match of layout) {
    const there = byNum.get(match.num)
    const slots = match.slots.map((slot) => slotOf(next, keeps, slot))
    const isSame = there && JSON.stringify(there.slots) === JSON.stringify(slots)
    keeps.push(there && (isSame || (isUntouched(there) && !withGame.has(there.id))) ? there : null)
  }
  return keeps
}

function isUntouched({ review, note, startedAt, isFlipped, isWarmup }: Match): boolean {
  return !review && note === null && startedAt === null && !isFlipped && !isWarmup
}

function numbered({ num, type }: Pick<Match, 'num' | 'type'>): string {
  return `${num} ${type}`
}

/** A key of the two sources of a match, regardless of sides. */
function feedsOf({ type, ifNeeded }: Pick<Match, 'type' | 'ifNeeded'>, slots: Slot[]): string {
  const ways = slots.map((slot) => JSON.stringify(slot)).toSorted()
  return JSON.stringify([type, ifNeeded, ways])
}

/** New matches have negative numbers until they get their ids. */
function slotOf(next: Stage, keeps: (Match | null)[], from: LayoutSlot): Slot {
  const id = (at: number) => keeps[at]?.id ?? -1 - at
  if ('seed' in from) return next.seeds?.[from.seed - 1] ?? { open: true }
  return 'winnerOf' in from ? { winnerOf: id(from.winnerOf) } : { loserOf: id(from.loserOf) }
}

function replan(
  next: Stage,
  layout: LayoutMatch[],
  { keeps, ids }: { keeps: (Match | null)[]; ids: number[] },
): Event {
  let taken = 0
  const plans = plansOf(
    next,
    layout,
    keeps.map((match) => match?.id ?? ids[taken++] ?? 0),
  )
  const turned = new Set(plans.filter((plan, index) => isTurned(plan, keeps[index] ?? null)))
  const planOf = new Map(plans.map((plan) => [plan.match, plan]))
  const aimed = (to: MatchPlan['winnerTo']): MatchPlan['winnerTo'] => {
    const target = to && planOf.get(to.match)
    return to && target && turned.has(target) ? { ...to, slot: to.slot === 0 ? 1 : 0 } : to
  }
  const matches = plans.map((plan): MatchPlan => {
    const [one, two] = plan.slots
    const slots: MatchPlan['slots'] = turned.has(plan) ? [two, one] : [one, two]
    return { ...plan, slots, winnerTo: aimed(plan.winnerTo), loserTo: aimed(plan.loserTo) }
  })
  return { type: 'MatchesReplanned', v: 1, stage: next.id, matches }
}

/**
 * Whether the slots have to be swapped, because scores and results of a kept match refer to them.
 */
function isTurned({ slots }: MatchPlan, kept: Match | null): boolean {
  if (!kept || !wasPlayed(kept)) return false
  return JSON.stringify(slots[0]) === JSON.stringify(kept.slots[1])
}
