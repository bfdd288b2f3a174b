import { label, needed, played, seedsOf, teamsOf } from '../../../events/bracket.ts'
import type { Event } from '../../../events/event.ts'
import type { Match } from '../../../events/match.ts'
import type { Seed, Stage } from '../../../events/stage.ts'
import { evolve } from '../../../events/tournament.ts'
import type { Tournament } from '../../../events/tournament.ts'
import { refuse } from './decision.ts'
import type { Refusal } from './decision.ts'

/** What is wrong with the places a stage takes from others, in words, all at once (R-PL-2). */
export function placeProblems(
  t: Tournament,
  stage: Stage,
  seeds: Seed[],
  places?: number[],
): string[] {
  return seeds.flatMap((seed, index) => {
    if (!('placeOf' in seed)) return []
    const { stage: id, place } = seed.placeOf
    const source = t.stages[id]
    const where = `Place ${places?.[index] ?? index + 1}`
    if (!source) return [`${where}: there is no stage ${id}.`]
    if (id === stage.id || feeds(t, stage.id, source)) {
      return [`${where}: ${source.name} takes its teams from ${stage.name} itself.`]
    }
    const count = seedsOf(source).length
    return place <= count ? [] : [`${where}: ${source.name} has no place ${place}.`]
  })
}

/** Whether a stage gets teams from another, by however many steps. */
function feeds(t: Tournament, from: number, stage: Stage): boolean {
  const seen = new Set<number>()
  const queue = [stage]
  for (const { seeds = [] } of queue) {
    for (const seed of seeds) {
      if (!('placeOf' in seed) || seen.has(seed.placeOf.stage)) continue
      if (seed.placeOf.stage === from) return true
      seen.add(seed.placeOf.stage)
      const next = t.stages[seed.placeOf.stage]
      if (next) queue.push(next)
    }
  }
  return false
}

/** A place that nobody would take any more, or that would lead in a circle. */
export function hangingPlace(before: Tournament, after: Tournament): Refusal | null {
  for (const stage of Object.values(after.stages)) {
    const [problem] = stage.seeds ? placeProblems(after, stage, stage.seeds) : []
    if (!problem) continue
    const was = before.stages[stage.id]
    if (was?.seeds && placeProblems(before, was, was.seeds).length > 0) continue
    return refuse('PLACE_IN_USE', `${stage.name}: ${problem}`)
  }
  return null
}

/** Matches of other stages that were played on places which would then be others' (R-PL-4). */
export function otherStagesHit(before: Tournament, after: Tournament, own?: number): Match[] {
  if (!Object.values(before.stages).some((stage) => stage.seeds)) return []
  return Object.values(before.matches).filter((match) => {
    if (match.stage === own || !played(match) || !needed(before.matches, match)) return false
    const is = after.matches[match.id]
    if (!is) return false
    const teams = teamsOf(before, match)
    return teamsOf(after, is).some((team, slot) => team !== teams[slot])
  })
}

/** Why a change cannot stand beside what other stages have made of the places, or null. */
export function unsettled(t: Tournament, events: Event[], own?: number): Refusal | null {
  if (events.length === 0 || !Object.values(t.stages).some((stage) => stage.seeds)) return null
  const after = events.reduce(evolve, t)
  const hanging = hangingPlace(t, after)
  if (hanging) return hanging
  const hit = otherStagesHit(t, after, own)
  if (hit.length === 0) return null
  const names = hit.map((match) => `${label(match)} of ${t.stages[match.stage]?.name ?? 'a stage'}`)
  return refuse('RESULT_IN_USE', `${names.join(', ')} has been played on these places.`, {
    matches: hit.map((match) => match.id),
  })
}
