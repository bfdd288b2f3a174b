import { z } from 'zod'
import {
  lastDraftRound,
  maxDraftTeams,
  maxFinalPlayers,
  maxImportedPlayers,
  maxImportedTeams,
  maxPickSeconds,
  minPickSeconds,
} from '#events/rules/limits.ts'
import { refusals } from '#events/refusals.ts'
import { cleanName } from '#events/text/clean-name.ts'
import { ById, Id, toOne, listBy, InTournament, nameOf, byId } from '../http/common.ts'
import { TeamBody, IdAndName, Removal } from '../http/bodies.ts'
import { Fields } from './player.ts'
import { tables } from '#events/schema/rows.ts'
import { pickOrders } from '#events/rules/pick-order.ts'

/** The version is null if there is no draft yet. */
export const DraftBody = tables.draft
  .extend({ version: z.string().nullable() })
  .meta({ id: 'Draft' })

const Round = z.int().min(0).max(lastDraftRound)
const Index = z.int().min(0).max(maxDraftTeams)
const teamName = z.string(refusals.TEAM_UNNAMED).overwrite(cleanName).max(100, 'Too long')

/** A player's id, or an object from the list of players. */
export const PlayerReference = z.union([Id, z.looseObject({ id: Id })]).nullable()
export const FullDraft = z.object({
  draftOrder: z.enum(pickOrders),
  /** in the order of their first picks, with names that may be empty; players by round */
  teams: z
    .array(
      z.object({
        name: teamName,
        players: z
          .array(PlayerReference)
          .max(lastDraftRound + 1)
          .default([]),
      }),
    )
    .max(maxDraftTeams),
  currentIdx: Index.optional(),
  selectedRound: Round.optional(),
  lastRound: Round.optional(),
  pickSeconds: z.int().min(minPickSeconds).max(maxPickSeconds).nullable().optional(),
  /** the version of the draft that the client saw */
  version: z.string().max(64).nullable().optional(),
})
const name = nameOf(100, refusals.TEAM_UNNAMED)
const Pick = z.object({ player: Id, round: Round, index: Index })
const PickReplacement = Pick.extend({
  /** the player that the client saw there; refused if it has changed meanwhile */
  expected: Id.optional(),
})
const PickUndo = z.object({
  /** the player whose pick is meant, so that two presses undo only one pick */
  player: Id.optional(),
})
const FinalDraft = z.object({
  /** default: the teams of the draft */
  teams: z
    .array(
      z.object({
        name,
        players: z.array(PlayerReference).max(maxFinalPlayers),
      }),
    )
    .max(maxDraftTeams)
    .optional(),
  allowShort: z.boolean().default(false),
})
const DraftedTeams = z.object({
  success: z.literal(true),
  detail: z.string(),
  teams: z.array(IdAndName),
})

const image = z.string().max(700_000).nullable().optional()
const NewTeam = z.object({ tournament: Id, name, image })
const RosterPlayer = Fields.pick({ name: true, pronouns: true, scene: true, email: true }).partial({
  pronouns: true,
  scene: true,
  email: true,
})
export const Roster = z.object({
  teams: z
    .array(
      z.object({
        /** an existing team to which the players are added; null for a new team */
        team: Id.nullable().default(null),
        name,
        players: z
          .array(RosterPlayer)
          .max(maxImportedPlayers, 'Too many players in one team')
          .default([]),
      }),
    )
    .min(1)
    .max(maxImportedTeams, 'Too many teams at once'),
})
export type Roster = z.infer<typeof Roster>
/** Ids in the order of the list. */
const AddedRoster = z.object({ teams: z.array(z.int()), players: z.array(z.int()) })
const TeamReplacement = z.object({ name, image })
const TeamChange = z.object({ name: name.optional(), image })

export const teamApi = {
  'GET /api/tournament/tournament/:id/draft-status/': byId(DraftBody),
  'PUT /api/tournament/tournament/:id/draft-status/': toOne(FullDraft, DraftBody),
  'PUT /api/tournament/tournament/:id/draft-pick/': toOne(Pick, DraftBody),
  'PUT /api/tournament/tournament/:id/draft-replace/': toOne(PickReplacement, DraftBody),
  'PUT /api/tournament/tournament/:id/draft-undo/': toOne(PickUndo, DraftBody),
  'PUT /api/tournament/tournament/:id/finalize-draft/': toOne(FinalDraft, DraftedTeams),
  'GET /api/tournament/team/': listBy(InTournament, TeamBody),
  'GET /api/tournament/team/:id/': byId(TeamBody),
  'POST /api/tournament/team/': { body: NewTeam, response: { 201: TeamBody } },
  'POST /api/tournament/tournament/:id/roster/': {
    params: ById,
    body: Roster,
    response: { 201: AddedRoster },
  },
  'DELETE /api/tournament/team/:id/': Removal,
  'PUT /api/tournament/team/:id/': toOne(TeamReplacement, TeamBody),
  'PATCH /api/tournament/team/:id/': toOne(TeamChange, TeamBody),
}
