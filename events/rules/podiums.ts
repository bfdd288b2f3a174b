import type { StageId, TeamId } from '../ids.ts'
import { inRankOrder } from './ranks.ts'

type Placed = { team: number; place: number; words: string }
export type Podium<Stage> = { stage: Stage; teams: Placed[] }
type StageRow = {
  id: StageId
  teams: TeamId[]
  seeds: (object | { placeOf: { stage: StageId } })[]
  isComplete: boolean
  decides: object | null
}
type PlaceRow = Parameters<typeof inRankOrder>[0][number] & {
  bracket: StageId
  sharedPlace: string | null
}

const best = 3

/** The best of every stage that leads to no other: of a consolation bracket, too. */
export function podiumsOf<Stage extends StageRow>(
  stages: Stage[],
  standings: PlaceRow[],
): Podium<Stage>[] {
  const feeding = new Set(
    stages.flatMap(({ seeds }) =>
      seeds.flatMap((seed) => ('placeOf' in seed ? [seed.placeOf.stage] : [])),
    ),
  )
  const last = playedStages(stages).filter((stage) => {
    return stage.isComplete && stage.decides === null && !feeding.has(stage.id)
  })
  return last.flatMap((stage) => {
    const own = standings.filter(({ bracket }) => bracket === stage.id)
    const teams = inRankOrder(own)
      .filter(({ rank }) => rank <= best)
      .map(({ team, rank, sharedPlace }) => ({
        team,
        place: rank,
        words: sharedPlace ?? `${rank}`,
      }))
      .toSorted((a, b) => a.place - b.place)
    return teams.length === 0 ? [] : [{ stage, teams }]
  })
}

/** Every stage that teams are in: one without, as for exhibitions, ends with nothing. */
function playedStages<Stage extends StageRow>(stages: Stage[]): Stage[] {
  return stages.filter(({ teams, seeds }) => teams.length + seeds.length > 0)
}

export function isOver(stages: StageRow[]): boolean {
  const played = playedStages(stages)
  return played.length > 0 && played.every((stage) => stage.isComplete)
}
