import { z } from 'zod'
import {
  ById,
  Id,
  paging,
  IdFilter,
  toOne,
  cached,
  listBy,
  InTournament,
  nameOf,
  byId,
} from '../http/common.ts'
import { BracketBody, ConfirmedRemoval, StandingBody } from '../http/bodies.ts'
import {
  maxEntrants,
  maxNameLength,
  maxStageName,
  stageLimits,
} from '#events/rules/stage-settings.ts'
import { StageSettings, StageChange, StageGroups } from '#events/schema/parts/stage-settings.ts'

const confirm = z.boolean().optional()
const TiebreakPlaces = z.object({ from: Id, to: Id })
const Seeds = z.object({ teams: z.array(Id).max(maxEntrants), confirm })
const CreateMatches = z.object({ confirm })
const StageStandings = z.object({ standings: z.array(StandingBody) })
const Validation = z.object({ success: z.boolean(), errors: z.array(z.string()) })

const LateTeam = z.object({ team: Id })
const LeavingTeam = z.object({ team: Id, how: z.enum(['forfeit', 'drop', 'void']) })
const DefaultPlacements = z.object({
  from: z.array(Id).min(1).max(stageLimits.numGroups.max),
  top: z.int().min(1).max(64),
  confirm: z.boolean().optional(),
})

const secret = z.string().trim().min(1).max(4000)

/**
 * Stored and never returned (R-CL-9): a personal key, or an OAuth access token as a text or with
 * its refresh token. null deletes it.
 */
export const LinkToken = z
  .union([
    secret,
    z.object({ apiKey: secret }),
    z.object({
      accessToken: secret,
      refreshToken: secret.nullish(),
      scope: z.string().max(1000).optional(),
    }),
  ])
  .nullable()
export type LinkToken = z.infer<typeof LinkToken>

export const StageName = nameOf(maxStageName, 'Stage name is required')
const NewBracket = StageSettings.extend({
  name: StageName,
  tournament: Id,
  numGroups: StageGroups.count,
  linkToken: LinkToken.optional(),
}).superRefine(({ name, numGroups }, context) => {
  // A name that is too long even for one stage is refused by its own schema.
  if (name.length <= maxNameLength(numGroups) || name.length > maxStageName) return
  context.addIssue({ code: 'custom', path: ['name'], message: 'Too long' })
})

/** `confirm` is needed if matches were played to another number of games */
const BracketReplacement = StageSettings.extend({
  name: StageName,
  confirm,
  linkToken: LinkToken.optional(),
})
const BracketChange = StageChange.extend({
  name: StageName.optional(),
  confirm,
  linkToken: LinkToken.optional(),
})

/** `?live=true` counts started matches as if they ended now, and marks their teams. */
export const Live = z.object({ live: z.stringbool().optional() })

export const PlacementRow = z.object({
  destBracket: z.int(),
  destPlace: z.int(),
  team: z.int().nullable(),
  srcBracket: z.int().nullable(),
  srcPlace: z.int().nullable(),
})
export const Placement = z.object({
  destBracket: Id,
  destPlace: Id,
  team: Id.nullish(),
  srcBracket: Id.nullish(),
  srcPlace: Id.nullish(),
  confirm: z.boolean().optional(),
})
export type Placement = z.infer<typeof Placement>
export const Placements = z.union([Placement, z.array(Placement).max(maxEntrants)])
const PlacementFilters = z.object({ ...paging, destBracketId: IdFilter, tournamentId: IdFilter })
const Flag = z.enum(['true', 'false']).optional()
export const PlacementTarget = z.object({
  destBracketId: IdFilter,
  destPlace: IdFilter,
  confirm: Flag,
})

/** Removes one placement or all of a stage. May be sent in the body or the query. */
const PlacementRemoval = z.object({
  destBracket: Id.optional(),
  destPlace: Id.optional(),
  confirm: z.boolean().optional(),
})
const SavedPlacements = z.object({ results: z.array(PlacementRow) })

export const stageApi = {
  'PUT /api/tournament/bracket/:id/set-teams/': toOne(Seeds, BracketBody),
  'PUT /api/tournament/bracket/:id/create-matches/': toOne(CreateMatches, BracketBody),
  'PUT /api/tournament/bracket/:id/create-tiebreaks/': toOne(TiebreakPlaces, BracketBody),
  'PUT /api/tournament/bracket/:id/validate/': byId(Validation),
  'GET /api/tournament/bracket/:id/standings/': cached({
    params: ById,
    querystring: Live,
    response: { 200: StageStandings },
  }),
  'GET /api/tournament/bracket/': cached(listBy(InTournament, BracketBody)),
  'GET /api/tournament/bracket/:id/': cached(byId(BracketBody)),
  'POST /api/tournament/bracket/': { body: NewBracket, response: { 201: BracketBody } },
  'DELETE /api/tournament/bracket/:id/': ConfirmedRemoval,
  'GET /api/tournament/stage-placement/': cached(listBy(PlacementFilters, PlacementRow)),
  'DELETE /api/tournament/stage-placement/': {
    querystring: PlacementTarget,
    body: PlacementRemoval,
    response: { 204: z.null() },
  },
  'PUT /api/tournament/bracket/:id/': toOne(BracketReplacement, BracketBody),
  'PATCH /api/tournament/bracket/:id/': toOne(BracketChange, BracketBody),
  'POST /api/tournament/stage-placement/': {
    querystring: PlacementTarget,
    body: Placements,
    response: { 201: SavedPlacements },
  },
  'PUT /api/tournament/stage-placement/': {
    querystring: PlacementTarget,
    body: Placements,
    response: { 200: SavedPlacements },
  },
  'PUT /api/tournament/bracket/:id/add-team/': toOne(LateTeam, BracketBody),
  'PUT /api/tournament/bracket/:id/withdraw-team/': toOne(LeavingTeam, BracketBody),
  'PUT /api/tournament/bracket/:id/default-placements/': toOne(DefaultPlacements, BracketBody),
}
