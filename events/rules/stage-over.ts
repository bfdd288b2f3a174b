/** Stages with teams. A stage without teams, as for exhibitions, has no outcome. */
export function playedStages<Stage extends { teams: unknown[]; seeds: unknown[] }>(
  stages: Stage[],
): Stage[] {
  return stages.filter(({ teams, seeds }) => teams.length + seeds.length > 0)
}

export function isOver(
  stages: { teams: unknown[]; seeds: unknown[]; isComplete: boolean }[],
): boolean {
  const played = playedStages(stages)
  return played.length > 0 && played.every((stage) => stage.isComplete)
}
