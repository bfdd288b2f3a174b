import { z } from 'zod'
import { pickOrders } from '../rules/pick-order.ts'
import { DraftPick, Turn } from './event.ts'
import { idsOf } from './ids.ts'

const { player, team } = idsOf(z.int().positive())
const TeamName = z
  .string('Team name is required')
  .trim()
  .min(1, 'Team name is required')
  .max(100, 'Too long')

export const command = <T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.object({ type: z.literal(type), ...shape })

/** Of teams, who plays for them, and the captain draft. */
export const rosterCommands = [
  command('AddTeam', { name: TeamName }),
  /** as a list has them: new teams (`team` null) and new players of teams that are there */
  command('AddTeams', {
    teams: z
      .array(z.object({ team: team.nullable(), name: TeamName, players: z.array(player).max(100) }))
      .min(1)
      .max(256),
  }),
  /** by who plays for it, in one commit; a name that is taken is refused */
  command('FoundTeam', { name: TeamName, player }),
  command('RenameTeam', { team, name: TeamName }),
  command('RemoveTeam', { team }),
  command('MovePlayers', {
    moves: z
      .array(z.object({ player, team: team.nullable() }))
      .min(1)
      .max(5000),
  }),
  /** who the player was is deleted elsewhere; here their place in a team becomes free */
  command('RemovePlayer', { player }),
  command('SetDraft', {
    order: z.enum(pickOrders),
    /** left out, this and the clock stay as they are */
    lastRound: z.int().min(0).max(4).optional(),
    teams: z.array(z.string().trim().max(100, 'Too long')).max(64),
    picks: z.array(DraftPick).max(64 * 5),
    /** whose turn it is; without it the first that is open */
    turn: Turn.optional(),
    pickSeconds: z.int().min(5).max(3600).nullable().optional(),
    /** `version` of the draft that the sender saw; another one now means a rival was first */
    expected: z.string().max(64).nullable().optional(),
  }),
  command('PickPlayer', { ...Turn.shape, player }),
  /** the last pick; with a player only if that is still the one (R-DR-3) */
  command('UndoPick', { player: player.optional() }),
  command('ReplacePick', { ...Turn.shape, player, expected: player.optional() }),
  command('FinalizeDraft', {
    /** without them the draft's own */
    teams: z
      .array(z.object({ name: TeamName, players: z.array(player).max(20) }))
      .max(64)
      .optional(),
    allowShort: z.boolean().default(false),
  }),
] as const
