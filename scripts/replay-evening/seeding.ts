// Finds the seeding with which our layout has the recorded teams in each match.
import { layout } from '#events/rules/stage-types/layouts.ts'
import type { RecordedMatch, RecordedStage } from '#test/support/recordings.ts'

/** Blue and gold as originally drawn, before any swap. */
export function drawnTeams(match: RecordedMatch): [string | null, string | null] {
  const { blueTeam, goldTeam, isFlipped } = match
  return isFlipped ? [goldTeam, blueTeam] : [blueTeam, goldTeam]
}

/** Team names, best seed first. */
export function seedsOf(stage: RecordedStage, matches: RecordedMatch[]): string[] {
  const teams = new Set(matches.flatMap(drawnTeams).filter((team) => team !== null))
  const seeds: string[] = []
  for (const match of layout(stage, teams.size)) {
    const record = matches.find((one) => one.matchNum === match.num)
    if (!record) continue
    const drawn = drawnTeams(record)
    for (const side of [0, 1] as const) {
      const slot = match.slots[side]
      const team = drawn[side]
      if ('seed' in slot && team !== null) seeds[slot.seed - 1] ??= team
    }
  }
  if (new Set(seeds).size === teams.size && seeds.length === teams.size) return seeds
  throw new Error(`${stage.name}: no seeding of ours gives the recorded matches`)
}
