import { z } from 'zod'
import { GameById, Gone, GameBody, SceneBrief } from './bodies.ts'
import { Id, paging, IdFilter, listBy } from './common.ts'

const GameEvents = z.object({
  id: z.int(),
  /** nothing more will happen in it */
  isOver: z.boolean(),
  /** in order: milliseconds since the start, type, values */
  events: z.array(z.tuple([z.number(), z.string(), z.array(z.string())])),
})
const TeamBrief = z.object({ id: Id, name: z.string() }).nullable()
const MatchOfGame = z.object({
  match: z
    .object({
      id: Id,
      matchNum: z.int(),
      roundName: z.string(),
      stageName: z.string(),
      /** what is shown is the last confirmed state (R-CMD-4) */
      underReview: z.boolean(),
      isWarmup: z.boolean(),
      /** who sat on which colour when the game began, whatever was swapped since */
      blue: TeamBrief,
      gold: TeamBrief,
      tournament: z.object({ id: Id, name: z.string(), slug: z.string(), scene: SceneBrief }),
    })
    .nullable(),
})

const recently = 15
const GameFilters = z.object({
  ...paging,
  tournamentMatchId: IdFilter,
  cabinetId: IdFilter,
  cabinet: IdFilter,
})
export const RecentFilters = z.object({
  ...GameFilters.shape,
  rowsPerPage: paging.rowsPerPage.default(recently),
  /** what the games are to be clicked for: each then says whether it can be (R-GE-7) */
  tournamentId: IdFilter,
  matchId: IdFilter,
})

export const gameApi = {
  'GET /api/game/game/:id/events/': { params: GameById, response: { 200: GameEvents, 304: Gone } },
  'GET /api/game/game/:id/match/': { params: GameById, response: { 200: MatchOfGame } },
  'GET /api/game/game/:id/': { params: GameById, response: { 200: GameBody } },
  'GET /api/game/game/:id/stats/': {
    params: GameById,
    response: { 200: z.record(z.string(), z.unknown()) },
  },
  'PATCH /api/game/game/:id/': {
    params: GameById,
    body: z.object({ tournamentMatch: Id.nullable() }),
    response: { 200: GameBody },
  },
  'GET /api/game/game/': listBy(GameFilters, GameBody),
  'GET /api/game/game/recent/': listBy(RecentFilters, GameBody),
}
