import { seedsOf } from '#events/bracket/bracket.ts'
import type { CommandOf } from '#events/schema/command.ts'
import type { Event } from '#events/schema/event.ts'
import { placeProblems } from '#events/bracket/stage-problems.ts'
import type { PlaceProblem } from '#events/bracket/stage-problems.ts'
import { maxEntrants } from '#events/rules/stage-settings.ts'
import { isByHand } from '#events/rules/stage-types/stage-types.ts'
import type { Seed, Stage } from '#events/schema/parts/stage-settings.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { defaultAdvance } from '#events/rules/layout/group-advance.ts'
import { accept, idsShort, isRefusal, refuse } from '../decision.ts'
import type { Refusal } from '../decision.ts'
import { ofStage } from '../lookups.ts'
import {
  activeMatchRefusal,
  layoutOf,
  otherGroupRefusal,
  plansOf,
  recordedIn,
  seedEvent,
  seedEvents,
  startedRefusal,
  tooManyTeams,
  withSeeds,
  tiebreakTeamsRefusal,
} from '../layout-plan.ts'
import { placementRefusal } from '../slot-validity.ts'
import { queuedRefusal, requeued } from './queued-matches.ts'
import { reseed } from './reseed.ts'

type Placements = CommandOf<'PlaceStage'>['placements']

/** Sets all seeds of a stage at once: teams, and places of other stages (R-PL-2, R-PL-3). */
export const placeStage = ofStage<'PlaceStage'>((t, stage, command, { ids }) => {
  const placements = setOf(stage, command).toSorted((a, b) => a.place - b.place)
  const tooMany = tooManyTeams(stage, placements.length)
  if (tooMany) return tooMany
  const seeds = placements.map((one): Seed =>
    'team' in one ? { team: one.team } : { placeOf: one.placeOf },
  )
  const problems = problemsOf(t, stage, placements, seeds)
  if (problems.length > 0) {
    const texts = problems.map(({ text }) => text)
    // For each problem, the seeds that a screen marks with it.
    const problemPlaces = problems.map((problem) => problem.places)
    return refuse('PLACEMENTS_WRONG', texts.join(' '), { problems: texts, problemPlaces })
  }
  if (JSON.stringify(seedsOf(stage)) === JSON.stringify(seeds)) return accept()
  const refusal =
    tiebreakTeamsRefusal(t, stage, seeds) ??
    // Only matches are refused, so that teams can be dealt to groups again before (R-RR-2).
    (stage.created ? otherGroupRefusal(t, stage, seeds) : null) ??
    resetRefusal(t, stage, command.confirm)
  if (refusal) return refusal
  // Before anything was played nothing can be lost, and matches keep their place in a queue.
  const isKept = stage.created && !isByHand(stage) && recordedIn(t, stage).length === 0
  if (isKept && !isRefusal(layoutOf(withSeeds(stage, seeds)))) {
    return reseed(t, stage, { seeds, ids, confirm: true })
  }
  const lost = isKept && !command.confirm ? queuedRefusal(t, stage) : null
  if (lost) return lost
  const rebuilt = rebuild(t, stage, seeds, ids)
  if (isRefusal(rebuilt)) return rebuilt
  return placementRefusal(t, rebuilt, stage.id) ?? accept(...rebuilt)
})

function setOf(stage: Stage, { placements, merge }: CommandOf<'PlaceStage'>): Placements {
  if (!merge) return placements
  const others = seedsOf(stage).map((seed, index) => ({ place: index + 1, ...seed }))
  const changed = new Set(placements.map(({ place }) => place))
  return [...others.filter(({ place }) => !changed.has(place)), ...placements]
}

/** Seeds the best of each group so that teams of one group meet late (R-GR-1). */
export const placeByDefault = ofStage<'PlaceByDefault'>((t, stage, command, inputs) => {
  const { from, top, confirm } = command
  const tooMany = tooManyTeams(stage, from.length * top)
  if (tooMany) return tooMany
  const advance = defaultAdvance(from.length, top)
  const placements = advance.map(({ group, place: nth }, index) => {
    return { place: index + 1, placeOf: { stage: from[group] ?? 0, place: nth } }
  })
  const placed = { type: 'PlaceStage', stage: stage.id, placements, confirm } as const
  return placeStage(t, placed, inputs)
})

function problemsOf(
  t: Tournament,
  stage: Stage,
  placements: Placements,
  seeds: Seed[],
): PlaceProblem[] {
  const places = placements.map(({ place }) => place)
  const filled = new Set(places)
  const doubled = new Set(repeated(places))
  const gaps = Array.from(
    { length: Math.min(Math.max(0, ...places), maxEntrants) },
    (_, i) => i + 1,
  )
  const teams = placements.flatMap((one) => ('team' in one ? [one] : []))
  const again = repeated(seeds.map((seed) => JSON.stringify(seed)))
  return [
    ...[...doubled].map((place) => ({ text: `Place ${place} has two sources.`, places: [place] })),
    ...gaps
      .filter((place) => !filled.has(place))
      .map((place) => ({ text: `Place ${place} is empty.`, places: [place] })),
    ...teams
      .filter(({ team }) => !t.teams[team])
      .map(({ place, team }) => {
        return { text: `Place ${place}: team ${team} is not in this tournament.`, places: [place] }
      }),
    ...again.map((seed) => ({
      text: `${named(t, JSON.parse(seed) as Seed)} is in the list twice.`,
      places: places.filter((_, index) => JSON.stringify(seeds[index]) === seed),
    })),
    ...placeProblems(t, stage, seeds, places),
  ]
}

/** The duplicates, without the first of each. */
function repeated<T>(all: T[]): T[] {
  const found = new Set<T>()
  return all.filter((one) => found.size === found.add(one).size)
}

function named(t: Tournament, seed: Seed): string {
  if ('team' in seed) return t.teams[seed.team]?.name ?? `Team ${seed.team}`
  const { stage, place } = seed.placeOf
  return `Place ${place} of ${t.stages[stage]?.name ?? `stage ${stage}`}`
}

/** A started stage would lose its played matches, which has to be confirmed (R-PL-3). */
function resetRefusal(t: Tournament, stage: Stage, confirm = false): Refusal | null {
  if (isByHand(stage)) return null
  const lost = recordedIn(t, stage)
  return confirm ? activeMatchRefusal(t, lost, stage.id) : startedRefusal(t, stage, lost)
}

/** Sets the seeds, and recreates the matches if there are any, at the same places in the queues. */
function rebuild(t: Tournament, stage: Stage, seeds: Seed[], ids: number[]): Event[] | Refusal {
  if (!stage.created || isByHand(stage)) return seedEvents(t, stage, seeds)
  const event = seedEvent(stage.id, seeds)
  const dropped: Event = { type: 'MatchesDropped', v: 1, stage: stage.id }
  const next = withSeeds(stage, seeds)
  const layout = layoutOf(next)
  if (isRefusal(layout)) return [dropped, event]
  if (ids.length < layout.length) return idsShort(layout.length)
  const matches = plansOf(next, layout, ids)
  const created: Event = { type: 'MatchesCreated', v: 1, stage: stage.id, matches }
  const events = [dropped, event, created]
  return [...events, ...requeued(t, stage, events)]
}
