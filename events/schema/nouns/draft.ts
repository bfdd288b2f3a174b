import { z } from 'zod'
import {
  lastDraftRound,
  maxDraftTeams,
  maxFinalPlayers,
  maxPickSeconds,
  minPickSeconds,
} from '../../rules/limits.ts'
import { pickOrders } from '../../rules/pick-order.ts'
import { idsOf } from '../parts/ids.ts'
import { DraftPick, Turn, command, event } from '../parts/shapes.ts'
import type { NounSchema } from './noun.ts'
import { TeamName } from './team.ts'

const { player, team } = idsOf(z.int().positive())
const of = idsOf(z.int())
/** A turn with the team that picks. */
const DraftPickShape = { ...Turn.shape, team: z.int().min(0) }

const DraftRow = z.object({
  tournament: of.tournament,
  draftOrder: z.enum(pickOrders),
  /** in the order of the first picks; players by round, null where nobody has been picked yet */
  teams: z.array(z.object({ name: z.string(), players: z.array(of.player.nullable()) })),
  /** the current turn of the round; the number of teams once all have picked */
  currentIdx: z.int(),
  /** 0: the captains */
  selectedRound: z.int(),
  lastRound: z.int(),
  /** in chronological order; `team` counts from 0 */
  picks: z.array(z.object({ round: z.int(), index: z.int(), team: z.int(), player: of.player })),
  pickSeconds: z.int().nullable(),
  /** ISO in UTC, by the desk's clock: when the time of this pick ends */
  dueAt: z.string().nullable(),
  /** ids of the teams created from it; null while it is open */
  createdTeams: z.array(of.team).nullable(),
  /** identifies this state of the draft; a change sends it back as `expected` */
  version: z.string(),
})

export const draftSchema = {
  events: [
    /** replaces the complete state of the captain draft */
    event('DraftSet', 1, {
      order: z.enum(pickOrders),
      lastRound: z.int().min(0).max(4),
      teams: z.array(z.string()),
      picks: z.array(DraftPick),
      turn: Turn,
      pickSeconds: z.int().nullable(),
      dueAt: z.string().nullable(),
    }),
    event('DraftPicked', 1, {
      ...DraftPickShape,
      player,
      next: Turn,
      dueAt: z.string().nullable(),
    }),
    event('DraftUnpicked', 1, { ...DraftPickShape, dueAt: z.string().nullable() }),
    event('DraftPickReplaced', 1, { ...DraftPickShape, player }),
    /** the teams that were created from the draft, in its order */
    event('DraftFinalized', 1, { teams: z.array(team) }),
  ],
  commands: [
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
  ],
  records: {
    drafts: {
      label: 'The draft',
      key: null,
      record: z.object({
        order: z.enum(pickOrders),
        lastRound: z.int(),
        teams: z.array(z.string()),
        picks: z.array(DraftPick),
        turn: Turn,
        pickSeconds: z.int().nullable(),
        dueAt: z.string().nullable(),
        made: z.array(team).nullable(),
      }),
    },
  },
  rows: { draft: DraftRow },
} satisfies NounSchema
