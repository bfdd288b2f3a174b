import type { Seed } from '#events/schema/parts/stage-settings.ts'
import { inRankOrder } from '#events/rules/ranks.ts'
import { isElimination } from '#events/rules/stage-types/stage-types.ts'
import { ordinal } from '#events/rules/places.ts'
import type { BracketRow } from '#events/schema/rows.ts'
import type { Tables } from '../../core/live/rows.ts'
import { teamName } from '../../core/live/select.ts'
import { placement } from '../../core/text/organize/plan.ts'

/** The standings of a stage in rank order (R-TB-8). */
function standingsOf(rows: Tables, bracket: number) {
  return inRankOrder(Object.values(rows.standing).filter((row) => row.bracket === bracket))
}

/** The team in a place now: from the bracket of an elimination, otherwise from the standings. */
function currentTeamIn(rows: Tables, bracket: number, place: number): number | null {
  const stage = rows.bracket[bracket]
  if (!stage) return null
  const table = standingsOf(rows, bracket)
  if (!table.some((row) => row.matchesPlayed > 0)) return null
  if (!isElimination(stage)) return table[place - 1]?.team ?? null
  const placed = table
    .filter((row) => row.place !== null)
    .toSorted(
      (a, b) => (a.place ?? 0) - (b.place ?? 0) || seedOf(stage, a.team) - seedOf(stage, b.team),
    )
  return placed[place - 1]?.team ?? null
}

function seedOf({ teams }: BracketRow, team: number): number {
  return teams.indexOf(team)
}

/** `1st of Group A (now: Bees)`, as shown in matches (R-PL-1). */
export function placeName(rows: Tables, source: { stage: number; place: number }): string {
  const stage = rows.bracket[source.stage]
  const team = currentTeamIn(rows, source.stage, source.place)
  const now = team === null ? null : teamName(rows, team)
  return placement.source(ordinal(source.place), stage?.name ?? placement.goneStage, now)
}

export function seedName(rows: Tables, seed: Seed): string {
  return 'team' in seed ? teamName(rows, seed.team) : placeName(rows, seed.placeOf)
}

/** The names of seeds, best first. */
export function seedNames(rows: Tables, seeds: readonly Seed[]): string[] {
  return seeds.map((seed) => seedName(rows, seed))
}

/** The stage of whose place a seed is; teams of one stage have met there. */
export function sourceName(rows: Tables, seed: Seed): string | null {
  return 'placeOf' in seed ? (rows.bracket[seed.placeOf.stage]?.name ?? null) : null
}

export function hasPlaces(stage: BracketRow): boolean {
  return stage.seeds.some((seed) => 'placeOf' in seed)
}
