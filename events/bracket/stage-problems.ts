import { matchLabel, seedsOf, seedTeams, teamInPlace, teamsIn } from './bracket.ts'
import { matchesOf } from './match-index.ts'
import { ordinal } from '../rules/places.ts'
import { isElimination } from '../rules/stage-types/stage-types.ts'
import { layoutProblem } from '../rules/stage-types/layouts.ts'
import { isLinked } from '../state/external-bracket.ts'
import type { Seed, Stage } from '../schema/parts/stage-settings.ts'
import type { Tournament } from '../state/tournament.ts'
import type { StageId, TeamId } from '../ids.ts'

/** All reasons why an internal stage cannot be played yet, as sentences; empty if it can be. */
export function stageProblems(t: Tournament, stage: Stage): string[] {
  const { stageType, stageTiebreakers } = stage
  const seeds = seedsOf(stage)
  const problems: string[] = []
  if (stageType === null) problems.push('Choose a type for this stage.')
  if (seeds.length < 2) problems.push('Assign at least two teams.')
  const problem = stageType && layoutProblem({ ...stage, stageType }, seeds.length)
  if (problem) problems.push(problem.detail)
  const twice = stageTiebreakers.find((rule, index) => stageTiebreakers.indexOf(rule) < index)
  if (twice) problems.push(`The tiebreaker ${twice} is listed twice.`)
  problems.push(...seedProblems(t, seeds))
  problems.push(...placeProblems(t, stage, seeds).map(({ text }) => text))
  problems.push(...usedUpProblems(t, stage, seeds))
  problems.push(...groupProblems(t, stage))
  problems.push(...[openProblem(t, stage) ?? []].flat())
  if (problems.length === 0 && !stage.created) problems.push('Create the matches.')
  return problems
}

/**
 * Matches of a bracket that wait for nobody: no team is set on a side, and no match or place leads
 * there. Without seeds all of them wait, which is a problem of its own.
 */
export function openProblem(t: Tournament, stage: Stage): string | null {
  if (!isElimination(stage) || seedsOf(stage).length < 2) return null
  const open = matchesOf(t.matches, stage.id)
    .filter(({ result, slots }) => !result && slots.some((slot) => 'open' in slot))
    .toSorted((a, b) => a.num - b.num)
  if (open.length === 0) return null
  const labels = open.map((match) => `${matchLabel(match)} (${match.roundName})`).join(', ')
  return open.length === 1
    ? `No team comes to ${labels}: set its team by hand.`
    : `No team comes to ${labels}: set their teams by hand.`
}

function seedProblems(t: Tournament, seeds: Seed[]): string[] {
  const seeded = new Set<TeamId>()
  return seeds.flatMap((seed, index) => {
    if (!('team' in seed)) return []
    const place = `Place ${index + 1}`
    if (!t.teams[seed.team]) return [`${place}: the team no longer exists.`]
    const isTwice = seeded.has(seed.team)
    seeded.add(seed.team)
    return isTwice ? [`${place}: ${t.teams[seed.team]?.name} already have a place.`] : []
  })
}

/** Seeds that get no team, because all teams of their table have other seeds (R-PL-5). */
function usedUpProblems(t: Tournament, stage: Stage, seeds: Seed[]): string[] {
  const areKnown = seeds.every((seed) => 'team' in seed || teamInPlace(t, seed.placeOf) !== null)
  if (!areKnown) return []
  const teams = seedTeams(t, stage)
  return seeds.flatMap((seed, index) => {
    if ('team' in seed || (teams[index] ?? null) !== null) return []
    const source = t.stages[seed.placeOf.stage]?.name
    return [`Place ${index + 1}: all teams of ${source} already have a place.`]
  })
}

/**
 * A team plays in one group of a set (R-RR-2), unless it has left another one (R-RR-5). Places are
 * compared too, because their teams may not be known yet.
 */
export function groupProblems(t: Tournament, stage: Stage, seeds = seedsOf(stage)): string[] {
  const { id, groupSet } = stage
  if (groupSet === undefined) return []
  const own = new Set(teamsIn(t, { ...stage, seeds }))
  const places = new Set(seeds.flatMap((seed) => openPlace(t, seed) ?? []))
  const others = Object.values(t.stages).filter((one) => one.groupSet === groupSet && one.id !== id)
  return others.flatMap((other) => [
    ...teamsIn(t, other)
      .filter((team) => own.has(team) && !other.withdrawn?.includes(team))
      .map((team) => `${t.teams[team]?.name ?? 'A team'} are in ${other.name} too.`),
    ...seedsOf(other)
      .flatMap((seed) => openPlace(t, seed) ?? [])
      .filter((place) => places.has(place))
      .map((place) => `${place} is in ${other.name} too.`),
  ])
}

/** The name of a place whose team is not known yet; null for other seeds. */
function openPlace(t: Tournament, seed: Seed): string | null {
  if ('team' in seed || teamInPlace(t, seed.placeOf) !== null) return null
  const { stage, place } = seed.placeOf
  return `${ordinal(place)} of ${t.stages[stage]?.name ?? `stage ${stage}`}`
}

/** A problem as a sentence, and the seeds of the stage that it concerns. */
export type PlaceProblem = { text: string; places: number[] }

/** All problems with the places that a stage takes from other stages (R-PL-2). */
export function placeProblems(
  t: Tournament,
  stage: Stage,
  seeds: Seed[],
  placeNumbers?: number[],
): PlaceProblem[] {
  // Cached by source: a thousand places may come from one stage.
  const circles = new Map<Stage, boolean>()
  const isFed = (source: Stage) => {
    const cached = circles.get(source) ?? feeds(t, stage.id, source)
    circles.set(source, cached)
    return cached
  }
  return seeds.flatMap((seed, index) => {
    if (!('placeOf' in seed)) return []
    const { stage: id, place } = seed.placeOf
    const source = t.stages[id]
    const at = placeNumbers?.[index] ?? index + 1
    const problem = (text: string) => [{ text: `Place ${at}: ${text}`, places: [at] }]
    if (!source) return problem(`there is no stage ${id}.`)
    if (id === stage.id || isFed(source)) {
      return problem(
        `${source.name} cannot fill it, because its own teams come from ${stage.name}.`,
      )
    }
    const count = seedsOf(source).length
    // The number of teams of an external bracket is not known until it has been read.
    if (place <= count || (count === 0 && isLinked(t, source))) return []
    if (count === 0) return problem(`${source.name} has no teams yet: give it its teams first.`)
    return problem(`${source.name} has no place ${place}.`)
  })
}

/** Whether a stage gets teams from another one, directly or through other stages. */
function feeds(t: Tournament, from: StageId, stage: Stage): boolean {
  const visited = new Set<StageId>()
  const queue = [stage]
  for (const { seeds = [] } of queue) {
    for (const seed of seeds) {
      if (!('placeOf' in seed) || visited.has(seed.placeOf.stage)) continue
      if (seed.placeOf.stage === from) return true
      visited.add(seed.placeOf.stage)
      const next = t.stages[seed.placeOf.stage]
      if (next) queue.push(next)
    }
  }
  return false
}
