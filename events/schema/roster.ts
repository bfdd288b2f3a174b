import { z } from 'zod'
import {
  lastDraftRound,
  maxDraftTeams,
  maxFinalPlayers,
  maxImportedPlayers,
  maxImportedTeams,
  maxPickSeconds,
  minPickSeconds,
} from '../rules/limits.ts'
import { pickOrders } from '../rules/pick-order.ts'
import { DraftPick, Turn } from './event.ts'
import { refusals } from '../refusals.ts'
import { idsOf } from './ids.ts'

const { player, team } = idsOf(z.int().positive())
const TeamName = z
  .string(refusals.TEAM_UNNAMED)
  .trim()
  .min(1, refusals.TEAM_UNNAMED)
  .max(100, 'Too long')

export const command = <T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.object({ type: z.literal(type), ...shape })

/** Commands for teams, their players and the captain draft. */
export const rosterCommands = [
  command('AddTeam', { name: TeamName }),
  /** imports a list: new teams (`team` null), and new players of existing teams */
  command('AddTeams', {
    teams: z
      .array(
        z.object({
          team: team.nullable(),
          name: TeamName,
          players: z.array(player).max(maxImportedPlayers),
        }),
      )
      .min(1)
      .max(maxImportedTeams),
  }),
  /** a player creates and joins a team in one commit; a name that is taken is refused */
  command('FoundTeam', { name: TeamName, player }),
  command('RenameTeam', { team, name: TeamName }),
  command('RemoveTeam', { team }),
  command('MovePlayers', {
    moves: z
      .array(z.object({ player, team: team.nullable() }))
      .min(1)
      .max(5000),
  }),
  /** frees the player's place in a team; the personal data is deleted elsewhere */
  command('RemovePlayer', { player }),
  command('SetDraft', {
    order: z.enum(pickOrders),
    /** if left out, this and `pickSeconds` stay as they are */
    lastRound: z.int().min(0).max(lastDraftRound).optional(),
    teams: z.array(z.string().trim().max(100, 'Too long')).max(maxDraftTeams),
    picks: z.array(DraftPick).max(maxDraftTeams * (lastDraftRound + 1)),
    /** the current turn; by default the first open one */
    turn: Turn.optional(),
    pickSeconds: z.int().min(minPickSeconds).max(maxPickSeconds).nullable().optional(),
    /**
     * `version` of the draft that the sender saw; if it has changed since, the command is refused
     */
    expected: z.string().max(64).nullable().optional(),
  }),
  command('PickPlayer', { ...Turn.shape, player }),
  /** undoes the last pick; with a player, only if it is the pick of that player (R-DR-3) */
  command('UndoPick', { player: player.optional() }),
  command('ReplacePick', { ...Turn.shape, player, expected: player.optional() }),
  command('FinalizeDraft', {
    /** by default the teams of the draft */
    teams: z
      .array(z.object({ name: TeamName, players: z.array(player).max(maxFinalPlayers) }))
      .max(maxDraftTeams)
      .optional(),
    allowShort: z.boolean().default(false),
  }),
] as const
