import type { Seed } from '../schema/parts/stage-settings.ts'
import type { StageId, TeamId } from '../ids.ts'

type Sources = {
  /** the final places of a stage, best first; empty until it is complete */
  ranking(stage: StageId): (TeamId | null)[]
  /** the known teams of a stage */
  teams(stage: StageId): TeamId[]
}

/**
 * The teams of seeds, each team once: if a team already has a better seed, the next team of the
 * same table moves up (R-PL-5). Teams that are seeded directly come first. A seed stays open while
 * its team may still get a better one.
 */
export function teamsOfSeeds(seeds: Seed[], { ranking, teams }: Sources): (TeamId | null)[] {
  const taken = new Set(seeds.flatMap((seed) => ('team' in seed ? [seed.team] : [])))
  const unknown = new Set<StageId>()
  const waiting = new Set<StageId>()
  /** Whether a better seed that is not known yet may get the team, or another one of its table. */
  const isAwaited = (team: TeamId, stage: StageId) =>
    [...unknown].some((id) => id !== stage && teams(id).includes(team)) ||
    [...waiting].some((id) => teams(id).includes(team))
  return seeds.map((seed) => {
    if ('team' in seed) return seed.team
    const { stage, place } = seed.placeOf
    const places = ranking(stage)
    const team = places.slice(place - 1).find((one) => one === null || !taken.has(one)) ?? null
    if (team === null) {
      if (places.length === 0 || places.includes(null)) unknown.add(stage)
      return null
    }
    if (isAwaited(team, stage)) {
      waiting.add(stage)
      return null
    }
    taken.add(team)
    return team
  })
}
