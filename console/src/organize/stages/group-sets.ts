import { snake } from '#events/rules/layout/seeds.ts'
import type { BracketRow } from '#events/schema/rows.ts'
import { stages } from '../../core/text/organize/stages.ts'

/** Stages in order, with the groups of one set together. */
export function setsOf(brackets: BracketRow[]): BracketRow[][] {
  const sorted = brackets.toSorted((a, b) => a.id - b.id)
  return [...Map.groupBy(sorted, (stage) => stage.groupSet ?? stage.id).values()]
}

/** Whether there are groups whose places can fill the stage. */
export function hasGroupsBeside(brackets: BracketRow[], stage: BracketRow): boolean {
  return setsOf(brackets).some((set) => set.length > 1 && !set.includes(stage))
}

/** The common name of `Pools Group A` and `Pools Group B`, or of `Group A` and `Group B`. */
export function setName(set: BracketRow[]): string {
  return (set[0]?.name ?? '')
    .replace(/ Group [A-Z]$/, '')
    .replace(/^Group [A-Z]$/, stages.groupsOnly)
}

/** The teams of each group, dealt back and forth from a list in seed order (R-RR-2). */
export function dealtTo(groups: number, teams: number[]): number[][] {
  return snake(teams.length, groups).map((seeds) => seeds.flatMap((seed) => teams[seed - 1] ?? []))
}

/** The seed order from which these groups were dealt: the inverse of `snake`. */
export function combinedSeeds(groups: number[][]): number[] {
  const maxTeams = Math.max(0, ...groups.map((group) => group.length))
  return Array.from({ length: maxTeams }, (_, row) => {
    const rowTeams = groups.flatMap((group) => group[row] ?? [])
    return row % 2 === 0 ? rowTeams : rowTeams.toReversed()
  }).flat()
}
