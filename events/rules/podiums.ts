import type { StageId, TeamId } from '../ids.ts'
import { inRankOrder } from './ranks.ts'
import { playedStages } from './stage-over.ts'
import { isElimination } from './stage-types/stage-types.ts'

type Placed = { team: number; place: number; words: string }
export type Podium<Stage> = { stage: Stage; teams: Placed[] }
type StageRow = {
  id: StageId
  teams: TeamId[]
  seeds: (object | { placeOf: { stage: StageId } })[]
  isComplete: boolean
  decides: object | null
  stageType: Parameters<typeof isElimination>[0]['stageType']
  withdrawn: TeamId[]
}
type PlaceRow = Parameters<typeof inRankOrder>[0][number] & {
  bracket: StageId
  sharedPlace: string | null
  matchesPlayed: number
}

const podiumSize = 3

/**
 * The best teams of every complete stage that feeds no other played stage, including a consolation
 * bracket. A team that left a table has no place there; a bracket gives each team its place
 * (R-RR-5).
 */
export function podiumsOf<Stage extends StageRow>(
  stages: Stage[],
  standings: PlaceRow[],
  isTournamentOver: boolean,
): Podium<Stage>[] {
  // A stage that was never played takes no places once the tournament is over.
  const takes = ({ id }: Stage) =>
    !isTournamentOver || standings.some((row) => row.bracket === id && row.matchesPlayed > 0)
  const feeding = new Set(
    stages
      .filter(takes)
      .flatMap(({ seeds }) =>
        seeds.flatMap((seed) => ('placeOf' in seed ? [seed.placeOf.stage] : [])),
      ),
  )
  const lastStages = playedStages(stages).filter((stage) => {
    return stage.isComplete && stage.decides === null && !feeding.has(stage.id)
  })
  return lastStages.flatMap((stage) => {
    const own = standings.filter(({ bracket }) => bracket === stage.id)
    const hasPlaces = isElimination(stage) && own.some(({ place }) => place !== null)
    const teams = inRankOrder(own)
      .filter(({ rank, place }) => rank <= podiumSize && (place !== null || !hasPlaces))
      .filter(({ team }) => isElimination(stage) || !stage.withdrawn.includes(team))
      .map(({ team, rank, sharedPlace }) => ({
        team,
        place: rank,
        words: sharedPlace ?? `${rank}`,
      }))
      .toSorted((a, b) => a.place - b.place)
    return teams.length === 0 ? [] : [{ stage, teams }]
  })
}
