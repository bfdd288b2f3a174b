import { refusalCodes } from '#events/refusals.ts'
import { Message } from '#events/schema/parts/message.ts'
import { z } from 'zod'
import { maxInteger, maxScore } from '#events/rules/limits.ts'
import { maxMatches } from '#events/rules/stage-settings.ts'
import {
  ById,
  Id,
  paging,
  IdFilter,
  cached,
  toOne,
  listBy,
  InTournament,
  nameOf,
  byId,
} from '../http/common.ts'
import { QueueBody, Done, MatchBody, Matches, Removal } from '../http/bodies.ts'

/** `displace` takes a cabinet on which another tournament's match is being played. */
const Displacing = z.object({ displace: z.boolean().optional() })
const StartMatch = Displacing.extend({ cabinet: Id.nullish(), force: z.boolean().optional() })
const Complete = z.object({ force: z.boolean().optional() })

/** Confirms a correction on whose result later matches were played (R-ED-3). */
const Correction = z.object({
  cascade: z.boolean().optional(),
  reason: z.string().trim().max(200).optional(),
})
/** `force` confirms a point that is repeated, or one more than the match can have. */
const Point = Correction.extend({
  team: Id,
  by: z.union([z.literal(1), z.literal(-1)]),
  force: z.boolean().optional(),
})
const Forfeit = Correction.extend({ teams: z.array(Id).min(1).max(2) })
const Note = z.object({ note: z.string().trim().max(500) })
const Review = z.object({ on: z.boolean() })
const Replace = Displacing.extend({ match: Id })

const Queues = z.object({ queues: z.array(QueueBody) })
const NewQueue = z.object({
  name: nameOf(100).default('Queue'),
  cabinets: z.array(Id).max(200).default([]),
})
const ForCabinet = z.object({ cabinet: Id })
const Next = ForCabinet.extend(Displacing.shape)
const TimerExtension = ForCabinet.extend({ seconds: z.int().min(1).max(600).default(30) })
const HoldRequest = ForCabinet.extend({ reason: z.string().max(100).optional() })
const Selected = z.object({
  success: z.literal(true),
  match: MatchBody,
  skipped: z.array(z.string()),
})

const noStage = 'Tournament stage must be selected'
const SlotSource = z.union([z.object({ winnerOf: Id }), z.object({ loserOf: Id })])
export const CustomMatch = z.object({
  bracket: z.int(noStage).positive(noStage).max(maxInteger),
  blueTeam: Id.nullish(),
  goldTeam: Id.nullish(),
  blueFrom: SlotSource.nullish(),
  goldFrom: SlotSource.nullish(),
  roundName: z.string().trim().max(100).default(''),
})
export type CustomMatch = z.infer<typeof CustomMatch>

const Score = z.int().min(0).max(maxScore)
const fields = {
  blueScore: Score,
  goldScore: Score,
  isFlipped: z.boolean(),
  blueTeam: Id.nullable(),
  goldTeam: Id.nullable(),
  isWarmup: z.boolean(),
  activeCabinet: Id.nullable(),
  /** completes the match, or reopens a complete one */
  isComplete: z.boolean(),
  /** confirms a change on whose result later matches were played (R-ED-3) */
  cascade: z.boolean(),
  reason: z.string().trim().max(200),
  /** takes a cabinet on which another tournament's match is being played */
  displace: z.boolean(),
}
export const MatchChange = z.object({ ...fields, force: z.boolean() }).partial()
export type MatchChange = z.infer<typeof MatchChange>

const MatchFilters = z.object({
  ...paging,
  tournamentId: IdFilter,
  tournament: IdFilter,
  bracketId: IdFilter,
  teamId: IdFilter,
  activeCabinetId: IdFilter,
  isComplete: z.enum(['true', 'false']).optional(),
})

export const QueueChange = z.object({
  enabled: z.boolean().optional(),
  name: nameOf(100).optional(),
})
const QueueCabinets = z.object({ cabinets: z.array(Id).max(200) })
const QueueStages = z.object({
  brackets: z.array(Id).min(1).max(100),
  /** in turn to this and all other enabled queues that have cabinets */
  spread: z.boolean().optional(),
})
const QueueOrder = z.object({
  matches: z.array(Id).max(maxMatches),
  expected: z.array(Id).max(maxMatches).optional(),
})

const MatchState = z.object({
  id: z.int(),
  matchNum: z.int(),
  blueTeam: z.int().nullable(),
  goldTeam: z.int().nullable(),
  /** of blue, then gold */
  score: z.array(z.int()),
  activeCabinet: z.int().nullable(),
  isComplete: z.boolean(),
})
/** The effects that a change would have. */
export const ChangePreviewBody = z
  .object({
    /** why the change would be refused */
    refusal: z
      .object({ code: z.enum(refusalCodes), detail: z.string(), message: Message })
      .nullable(),
    changes: z.array(
      z.object({ name: z.string(), before: MatchState, after: MatchState.nullable() }),
    ),
    /** whether played matches would be archived, which needs `cascade` */
    cascades: z.boolean(),
    places: z.array(
      z.object({
        destBracket: z.int(),
        destPlace: z.int(),
        was: z.int().nullable(),
        is: z.int().nullable(),
      }),
    ),
  })
  .meta({ id: 'ChangePreview' })

const ScoreQuery = z.object({
  blueScore: z.coerce.number().int().min(0).max(maxScore),
  goldScore: z.coerce.number().int().min(0).max(maxScore),
})

export const matchApi = {
  'PUT /api/tournament/tournament/:id/create-queues/': byId(Queues),
  'PUT /api/tournament/tournament/:id/create-queue/': toOne(NewQueue, QueueBody),
  'PUT /api/tournament/tournament/:id/select-next/': toOne(Next, Selected),
  'PUT /api/tournament/tournament/:id/extend-timer/': toOne(TimerExtension, Done),
  'PUT /api/tournament/tournament/:id/hold-timer/': toOne(HoldRequest, Done),
  'PUT /api/tournament/tournament/:id/release-timer/': toOne(ForCabinet, Done),
  'POST /api/tournament/match/': { body: CustomMatch, response: { 201: MatchBody } },
  'DELETE /api/tournament/match/:id/': Removal,
  'PUT /api/tournament/match/:id/start/': toOne(StartMatch, MatchBody),
  'PUT /api/tournament/match/:id/replace/': toOne(Replace, MatchBody),
  'GET /api/tournament/match/': cached({
    querystring: MatchFilters,
    response: { 200: Matches },
  }),
  'GET /api/tournament/match/:id/': byId(MatchBody),
  'GET /api/tournament/match/:id/review/': byId(MatchBody),
  'GET /api/tournament/match/:id/preview/': {
    params: ById,
    querystring: ScoreQuery,
    response: { 200: ChangePreviewBody },
  },
  'PATCH /api/tournament/match/:id/': toOne(MatchChange, MatchBody),
  'PUT /api/tournament/match/:id/': toOne(MatchChange, MatchBody),
  'GET /api/tournament/queue/': listBy(InTournament, QueueBody),
  'GET /api/tournament/queue/:id/': byId(QueueBody),
  'PATCH /api/tournament/queue/:id/': toOne(QueueChange, QueueBody),
  'PUT /api/tournament/queue/:id/set-cabinets/': toOne(QueueCabinets, QueueBody),
  'PUT /api/tournament/queue/:id/set-queue/': toOne(QueueOrder, QueueBody),
  'PUT /api/tournament/queue/:id/assign-all/': toOne(QueueStages, QueueBody),
  'PUT /api/tournament/queue/:id/remove-all/': byId(QueueBody),
  'DELETE /api/tournament/queue/:id/': Removal,
  'PUT /api/tournament/match/:id/stop/': toOne(z.object({}), MatchBody),
  'PUT /api/tournament/match/:id/reopen/': toOne(Correction, MatchBody),
  'PUT /api/tournament/match/:id/replay/': toOne(Correction, MatchBody),
  'PUT /api/tournament/match/:id/forfeit/': toOne(Forfeit, MatchBody),
  'PUT /api/tournament/match/:id/report/': toOne(Correction, MatchBody),
  'PUT /api/tournament/match/:id/review/': toOne(Review, MatchBody),
  'PUT /api/tournament/match/:id/annotate/': toOne(Note, MatchBody),
  'PUT /api/tournament/match/:id/complete/': toOne(Complete, MatchBody),
  'PUT /api/tournament/match/:id/add-score/': toOne(Point, MatchBody),
}
