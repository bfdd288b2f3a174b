import {
  matchLabelIn,
  isInBracket,
  wasPlayed,
  ranking,
  seedsOf,
  seedTeams,
  stageComplete,
  teamsOf,
  tiebreaksOf,
} from '#events/bracket/bracket.ts'
import type { Event } from '#events/schema/event.ts'
import type { Match } from '#events/state/match.ts'
import type { Stage } from '#events/schema/parts/stage-settings.ts'
import { placeProblems } from '#events/bracket/stage-problems.ts'
import type { PlaceProblem } from '#events/bracket/stage-problems.ts'
import { evolve } from '#events/state/tournament.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { refuse } from './decision.ts'
import type { Refusal } from './decision.ts'
import { matchSummary } from './match-summary.ts'
import type { StageId } from '#events/ids.ts'

/** Refuses a change after which a seed has no valid source or depends on itself. */
export function seedSourceRefusal(before: Tournament, after: Tournament): Refusal | null {
  for (const stage of Object.values(after.stages)) {
    const [problem] = stage.seeds ? placeProblems(after, stage, stage.seeds) : []
    if (!problem) continue
    const was = before.stages[stage.id]
    if (was?.seeds && placeProblems(before, was, was.seeds).length > 0) continue
    return refuse('PLACE_IN_USE', usedPlaceText(before, after, { stage, problem }))
  }
  return null
}

/** Names the place that would disappear, and the screen on which the seed gets another one. */
function usedPlaceText(
  before: Tournament,
  after: Tournament,
  { stage, problem }: { stage: Stage; problem: PlaceProblem },
): string {
  const [at = 0] = problem.places
  const seed = stage.seeds?.[at - 1]
  const { stage: id, place } = seed && 'placeOf' in seed ? seed.placeOf : { stage: 0, place: 0 }
  const [source, left] = [before.stages[id], after.stages[id]]
  const isGone = source && (!left || place > seedsOf(left).length)
  if (!isGone) return `${stage.name}: ${problem.text}`
  return `Seed ${at} of ${stage.name} is place ${place} of ${source.name}, which would not exist any more. Choose another one under Team Placement first.`
}

function hasNoPlacements(t: Tournament): boolean {
  return !Object.values(t.stages).some((stage) => stage.seeds ?? stage.decides)
}

/**
 * Played matches of other stages whose teams would change because of changed places, or tie-breaks
 * that would no longer decide any place (R-PL-4).
 */
export function affectedInOtherStages(
  before: Tournament,
  after: Tournament,
  own?: number,
): Match[] {
  if (hasNoPlacements(before)) return []
  const idle = idleTiebreaks(before, after)
  return Object.values(before.matches).filter((match) => {
    if (match.stage === own || !wasPlayed(match) || !isInBracket(before.matches, match))
      return false
    const is = after.matches[match.id]
    if (!is) return false
    if (idle.has(match.stage)) return true
    const teams = teamsOf(before, match)
    return teamsOf(after, is).some((team, slot) => team !== teams[slot])
  })
}

/** Tie-break stages whose teams would get other places or would no longer be level. */
export function idleTiebreaks(before: Tournament, after: Tournament): Set<StageId> {
  const deciding = Object.values(before.stages).filter((stage) => stage.decides)
  const idle = deciding.filter((stage) => decidesIn(before, stage) && !decidesIn(after, stage))
  return new Set(idle.map(({ id }) => id))
}

/** The sentence of a preview about such stages; empty if there are none. */
export function idleTiebreaksText(before: Tournament, after: Tournament): string {
  const names = [...idleTiebreaks(before, after)].map((id) => before.stages[id]?.name ?? '')
  if (names.length === 0) return ''
  return ` ${names.join(', ')} would no longer decide any place, because its teams are no longer level there.`
}

function decidesIn(t: Tournament, { id, decides }: Stage): boolean {
  const of = t.stages[decides?.stage ?? 0]
  if (!of || !stageComplete(t, of.id)) return false
  return tiebreaksOf(t, of, ranking(t, of)).some((tiebreak) => tiebreak.stage === id)
}

/** The seeds whose team changes; `is` null: the team is not known yet. */
export function seedChanges(t: Tournament, events: Event[]) {
  const after = events.reduce(evolve, t)
  return Object.values(t.stages).flatMap((stage) => {
    const { id: destBracket, seeds = [] } = stage
    const [before, now] = [seedTeams(t, stage), seedTeams(after, stage)]
    return seeds.flatMap((seed, index) => {
      if (!('placeOf' in seed)) return []
      const [was = null, is = null] = [before[index], now[index]]
      return was === is ? [] : [{ destBracket, destPlace: index + 1, was, is }]
    })
  })
}

/** Refuses a change that conflicts with the use of this stage's places by other stages. */
export function placementRefusal(t: Tournament, events: Event[], own?: number): Refusal | null {
  if (events.length === 0 || hasNoPlacements(t)) return null
  const after = events.reduce(evolve, t)
  const hanging = seedSourceRefusal(t, after)
  if (hanging) return hanging
  const hit = affectedInOtherStages(t, after, own)
  if (hit.length === 0) return null
  const names = hit.map((match) => matchLabelIn(t, match)).join(', ')
  const have = hit.length === 1 ? 'has' : 'have'
  const idle = idleTiebreaksText(t, after)
  return refuse(
    'RESULT_IN_USE',
    `${names} ${have} already been played based on these places.${idle}`,
    {
      matches: hit.map((match) => matchSummary(t, match)),
      places: seedChanges(t, events),
    },
  )
}
