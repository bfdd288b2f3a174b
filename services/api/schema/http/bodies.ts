import { Message } from '#events/schema/parts/message.ts'
import { z } from 'zod'
import { tables } from '#events/schema/rows.ts'
import { ById, listOf } from './common.ts'
import { ProtestDeadline, RulingSigners } from '#events/schema/parts/ruling.ts'

/** A scene's rules for protests: defaults of its tournaments, which may be stricter (R-DI-4). */
export const SceneDefaults = z.object({
  protestDeadline: ProtestDeadline,
  rulingSigners: RulingSigners,
})
export type SceneDefaults = z.infer<typeof SceneDefaults>

/** Schemas of responses. Fields that they lack are removed, so they cannot leak. */
const { tournament, team, bracket, match, queue, standing } = tables
const MatchRow = match.meta({ id: 'MatchRow' })

/** `videoLink` opens the recording at the match */
export const MatchBody = match.extend({ videoLink: z.string().nullable() }).meta({ id: 'Match' })
export const IdAndName = z.object({ id: z.int(), name: z.string() }).meta({ id: 'IdAndName' })
export const TeamBody = team
  .extend({
    /** a URL or a data URI */
    image: z.string().nullable(),
    /** in a single team: the players whom the caller may see */
    players: z.array(IdAndName).optional(),
  })
  .meta({ id: 'Team' })
export const SceneBrief = z
  .object({ id: z.int(), name: z.string(), displayName: z.string() })
  .meta({ id: 'SceneBrief' })
/** A scene with its look. */
const SceneStyle = SceneBrief.extend({
  /** the real scene of a practice scene; null for a real scene */
  practiceOf: z.int().nullable(),
  /** a URL */
  logo: z.string().nullable(),
  accentColor: z.string().nullable(),
  secondColor: z.string().nullable(),
  /** CSS custom properties of its pages, with colours that are readable in both themes */
  faceStyle: z.string(),
}).meta({ id: 'SceneStyle' })
export const SceneBody = SceneStyle.extend({
  description: z.string(),
  backgroundColor: z.string(),
  ...SceneDefaults.shape,
}).meta({ id: 'Scene' })
/** A scene as players' home scene. */
export const HomeSceneBody = SceneBody.extend({
  /** the text colour on `backgroundColor` */
  foregroundColor: z.string(),
}).meta({ id: 'HomeScene' })
export const BracketBody = bracket
  .extend({
    /** the commit that completed the stage, and its chain, a hash of the log up to it (R-DI-5) */
    completedVersion: z.int().nullable(),
    completedChain: z.string().nullable(),
    /** whether a token for its outside bracket is stored; the token itself is secret (R-CL-9) */
    hasLinkToken: z.boolean(),
    matches: z.array(MatchRow).optional(),
    /** if several groups were made at once, all of them including the first */
    groups: z.array(IdAndName).optional(),
  })
  .meta({ id: 'Bracket' })
export const StandingBody = standing
  .omit({ tournament: true, bracket: true })
  .extend({
    /** null before the first match of the stage */
    rank: z.int().nullable(),
    team: IdAndName,
    /** in live standings: whether a match of this team is being played */
    isLive: z.boolean().optional(),
  })
  .meta({ id: 'Standing' })

/** The call of a match (R-QU-4). */
export const CallBody = z
  .object({ match: z.int(), call: z.enum(['soon', 'now', 'on_deck', 'on']) })
  .meta({ id: 'Call' })
export const QueueBody = queue
  .extend({
    displayName: z.string(),
    matchList: z.array(MatchRow),
    calls: z.array(CallBody),
  })
  .meta({ id: 'Queue' })

/** Settings of a tournament that do not affect play; stored as rows, not in the log. */
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
  /** how many players can register; null: any number */
  places: z.int().min(1).max(10_000).nullable(),
  /** how long a free place is offered to the first who waits */
  offerHours: z.int().min(1).max(720),
})
export type Settings = z.infer<typeof Settings>
export const TournamentBody = z
  .object({
    ...tournament.shape,
    ...Settings.shape,
    scene: SceneStyle,
    sceneName: z.string(),
    stripeConfigured: z.boolean(),
    /** the version in the log, from which sockets continue */
    version: z.int(),
    teams: z.array(IdAndName).optional(),
    brackets: z.array(IdAndName).optional(),
    /** in cents; for organisers */
    summary: z.object({ totalPaid: z.int() }).optional(),
  })
  .meta({ id: 'Tournament' })
export const CabinetBody = z
  .object({
    id: z.int(),
    name: z.string(),
    displayName: z.string(),
    scene: z.int(),
    description: z.string(),
    timeZone: z.string(),
    clientStatus: z.enum(['online', 'offline']),
    live: z.unknown(),
  })
  .meta({ id: 'Cabinet' })
export const Done = z.object({ success: z.literal(true) }).meta({ id: 'Done' })
export const NoContent = z.null()
/** The schemas of a route that removes one object. */
export const Removal = { params: ById, response: { 204: NoContent } }
/** The same with `force`, in the body or the query, against a refusal that only warns. */
export const ForcedRemoval = {
  ...Removal,
  querystring: z.object({ force: z.enum(['true', 'false']).optional() }),
  body: z.object({ force: z.boolean().optional() }),
}
/** The same with `confirm`, against a refusal that lists what would be lost. */
export const ConfirmedRemoval = {
  ...Removal,
  querystring: z.object({ confirm: z.enum(['true', 'false']).optional() }),
  body: z.object({ confirm: z.boolean().optional() }),
}
export const Matches = listOf(MatchBody)

/** A game's id is a position in the log, which can be larger than other ids. */
export const GameById = z.object({
  id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER),
})
export const GameBody = z
  .object({
    id: z.int(),
    /** the id that the client gave the game */
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
    /** for a requested match or tournament: whether the game can be attached, and why not */
    available: z.boolean().optional(),
    why: z.string().nullable().optional(),
    whyMessage: Message.nullable().optional(),
  })
  .meta({ id: 'Game' })
