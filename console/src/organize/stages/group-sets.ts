import type { BracketRow } from '../../../../events/schema/rows.ts'

/** Stages in their order, the groups of one beside one another. */
export function setsOf(brackets: BracketRow[]): BracketRow[][] {
  const sorted = brackets.toSorted((a, b) => a.id - b.id)
  return [...Map.groupBy(sorted, (stage) => stage.groupSet ?? stage.id).values()]
}

/** What `Groups Group A` and `Groups Group B` have in common. */
export function setName(set: BracketRow[]): string {
  return (set[0]?.name ?? '').replace(/ Group [A-Z]$/, '')
}

/** The one list that deals to these groups; teams that do not fit into a row come last. */
export function undealt(groups: number[][]): number[] {
  const most = Math.max(0, ...groups.map((group) => group.length))
  return Array.from({ length: most }, (_, row) => {
    const there = groups.flatMap((group) => group[row] ?? [])
    return row % 2 === 0 ? there : there.toReversed()
  }).flat()
}
