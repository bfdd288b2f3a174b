import { z } from 'zod'
import { tables } from '../../../events/schema/rows.ts'
import { ById, listOf } from './common.ts'
import { ProtestDeadline, RulingSigners } from '../../../events/schema/ruling.ts'

/** What a scene asks of rulings: its tournaments begin with it, and may ask for more (R-DI-4). */
export const SceneDefaults = z.object({
  protestDeadline: ProtestDeadline,
  rulingSigners: RulingSigners,
})
export type SceneDefaults = z.infer<typeof SceneDefaults>

/** Shapes of answers; what is not in them cannot leak. */
const { tournament, team, bracket, match, queue, standing } = tables

/** `videoLink`: the part of a recording that shows it */
export const MatchBody = match.extend({ videoLink: z.string().nullable() })
export const Named = z.object({ id: z.int(), name: z.string() })
export const TeamBody = team.extend({
  /** by address or as data */
  image: z.string().nullable(),
  /** of one team: those whom the asker may see */
  players: z.array(Named).optional(),
})
export const SceneBrief = z.object({ id: z.int(), name: z.string(), displayName: z.string() })
/** With what it looks like. */
const SceneFace = SceneBrief.extend({
  /** whose practices these are; null: a scene of its own */
  practiceOf: z.int().nullable(),
  /** by address */
  logo: z.string().nullable(),
  accentColor: z.string().nullable(),
  secondColor: z.string().nullable(),
  /** CSS: the custom properties of its pages, in colours that can be read in both themes */
  faceStyle: z.string(),
})
export const SceneBody = SceneFace.extend({
  description: z.string(),
  backgroundColor: z.string(),
  ...SceneDefaults.shape,
})
/** Where players come from. */
export const HomeSceneBody = SceneBody.extend({
  /** what is read on the other */
  foregroundColor: z.string(),
})
export const BracketBody = bracket.extend({
  /** the commit that completed it, and the hash of the log from its beginning to there (R-DI-5) */
  completedVersion: z.int().nullable(),
  completedChain: z.string().nullable(),
  /** all that is told of the token that opens its bracket outside (R-CL-9) */
  hasLinkToken: z.boolean(),
  matches: z.array(match).optional(),
  /** where several were made at once: all groups, the first one too */
  groups: z.array(Named).optional(),
})
export const StandingBody = standing.omit({ tournament: true, bracket: true }).extend({
  rank: z.int(),
  team: Named,
  /** in a live table: a match of this team is being played */
  isLive: z.boolean().optional(),
})

/** How near a match is to being played (R-QU-4). */
export const CallBody = z.object({ match: z.int(), call: z.enum(['soon', 'now', 'on_deck', 'on']) })
export const QueueBody = queue.extend({
  displayName: z.string(),
  matchList: z.array(match),
  calls: z.array(CallBody),
})

/** Settings of a tournament that change nobody's game: kept as rows, not in the log. */
export const Settings = z.object({
  description: z.string().max(20_000),
  allowRegistration: z.boolean(),
  registrationCloseDate: z.iso.date().nullable(),
  registrationBanner: z.string().max(700_000).nullable(),
  registrationMessage: z.string().max(20_000),
  tidbitPrompt: z.string().max(500),
  acceptPayments: z.boolean(),
  paymentMessage: z.string().max(20_000),
  requirePlayerPhoto: z.boolean(),
})
export type Settings = z.infer<typeof Settings>
export const TournamentBody = z.object({
  ...tournament.shape,
  ...Settings.shape,
  scene: SceneFace,
  sceneName: z.string(),
  stripeConfigured: z.boolean(),
  /** the log's: what the sockets count on from */
  version: z.int(),
  teams: z.array(Named).optional(),
  brackets: z.array(Named).optional(),
  /** in cents; for organisers */
  summary: z.object({ totalPaid: z.int() }).optional(),
})
export const CabinetBody = z.object({
  id: z.int(),
  name: z.string(),
  displayName: z.string(),
  scene: z.int(),
  description: z.string(),
  timeZone: z.string(),
  clientStatus: z.enum(['online', 'offline']),
  live: z.unknown(),
})
export const Done = z.object({ success: z.literal(true) })
export const NoContent = z.null()
/** Of what one thing is removed by. */
export const Removal = { params: ById, response: { 204: NoContent } }
export const Matches = listOf(MatchBody)

/** A game's id is a position in the log, which can be longer than other ids. */
export const GameById = z.object({
  id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER),
})
export const GameBody = z.object({
  id: z.int(),
  /** the client's */
  gameId: z.string(),
  mapName: z.string(),
  cabinet: SceneBrief.extend({ scene: SceneBrief }),
  scene: SceneBrief,
  goldOnLeft: z.boolean().nullable(),
  startTime: z.string(),
  endTime: z.string().nullable(),
  seconds: z.number().nullable(),
  status: z.string(),
  winCondition: z.string().nullable(),
  winningTeam: z.string().nullable(),
  playerCount: z.int(),
  berriesUsed: z.int(),
  cabinetVersion: z.string(),
  tournamentMatch: z.int().nullable(),
  isWarmup: z.boolean(),
  /** where a match or tournament was asked for: whether it can be added there, else why not */
  available: z.boolean().optional(),
  why: z.string().nullable().optional(),
})
