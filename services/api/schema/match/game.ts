import { z } from 'zod'
import { colours } from '#events/game/map/colour.ts'
import { GameById, GameBody, SceneBrief } from '../http/bodies.ts'
import { Id, paging, IdFilter, cached, listBy } from '../http/common.ts'

const GameEvents = z.object({
  id: z.int(),
  /** whether there will be no more events */
  isOver: z.boolean(),
  /** in order: milliseconds since the start, type, values */
  events: z.array(z.tuple([z.number(), z.string(), z.array(z.string())])),
})
const Tally = z.record(z.string(), z.number())
const ByTeam = z.object({ blue: z.number(), gold: z.number() })
/** Statistics of a game; players are named by position. */
const StatsBody = z.object({
  militaryKills: ByTeam,
  militaryDeaths: ByTeam,
  snailMeters: ByTeam,
  berries: ByTeam,
  map: z.string(),
  winCondition: z.string().nullable(),
  winningTeam: z.string().nullable(),
  /** `m:ss` */
  length: z.string(),
  lengthSec: z.number(),
  humanPlayers: z.array(z.int()).readonly(),
  signedIn: z.record(z.string(), z.object({ id: z.int(), name: z.string() })),
  awards: z.array(
    z.object({
      title: z.string(),
      players: z.array(z.int()).optional(),
      teams: z.array(z.enum(colours)).optional(),
    }),
  ),
  byPlayer: z.record(z.string(), Tally),
})
const EventFilters = z.object({ ...paging, gameId: GameById.shape.id })
const GameEventBody = z.object({
  /** identifies the event; its value does not reflect the order */
  id: z.int(),
  game: z.int(),
  gameUuid: z.string(),
  timestamp: z.string(),
  eventType: z.string(),
  values: z.array(z.string()),
  winProbability: z.null(),
})
const TeamBrief = z.object({ id: Id, name: z.string() }).nullable()
const MatchOfGame = z.object({
  match: z
    .object({
      id: Id,
      matchNum: z.int(),
      roundName: z.string(),
      stageName: z.string(),
      /** true if a review hides newer changes (R-CMD-4) */
      underReview: z.boolean(),
      isWarmup: z.boolean(),
      /** the teams on blue and gold when the game began, even if sides were swapped since */
      blue: TeamBrief,
      gold: TeamBrief,
      tournament: z.object({ id: Id, name: z.string(), slug: z.string(), scene: SceneBrief }),
    })
    .nullable(),
})

const recentRows = 15
const GameFilters = z.object({
  ...paging,
  tournamentMatchId: IdFilter,
  cabinetId: IdFilter,
  cabinet: IdFilter,
})
export const RecentFilters = z.object({
  ...GameFilters.shape,
  rowsPerPage: paging.rowsPerPage.default(recentRows),
  /** a target: each game then tells whether it can be attached to it (R-GE-7) */
  tournamentId: IdFilter,
  matchId: IdFilter,
})

export const gameApi = {
  'GET /api/game/game-event/': listBy(EventFilters, GameEventBody),
  'GET /api/game/game/:id/events/': cached({
    params: GameById,
    response: { 200: GameEvents },
  }),
  'GET /api/game/game/:id/match/': { params: GameById, response: { 200: MatchOfGame } },
  'GET /api/game/game/:id/': { params: GameById, response: { 200: GameBody } },
  'GET /api/game/game/:id/stats/': {
    params: GameById,
    response: { 200: StatsBody },
  },
  'PATCH /api/game/game/:id/': {
    params: GameById,
    /** `force` confirms a game more than the match can have */
    body: z.object({ tournamentMatch: Id.nullable(), force: z.boolean().optional() }),
    response: { 200: GameBody },
  },
  'GET /api/game/game/': listBy(GameFilters, GameBody),
  'GET /api/game/game/recent/': listBy(RecentFilters, GameBody),
}
