import { z } from 'zod'
import { colours } from '../../game/map/colour.ts'
import { idsOf } from '../parts/ids.ts'
import { Message } from '../parts/message.ts'
import { GameResult, SlotIndex, command, event, force } from '../parts/shapes.ts'
import type { NounSchema } from './noun.ts'

const { cabinet, match } = idsOf(z.int().positive())
const of = idsOf(z.int())
const Colour = z.enum(colours)

/** A game of a cabinet as the tournament counts it. */
const PlayedRow = z.object({
  /** the client's gameID */
  game: z.string(),
  tournament: of.tournament,
  match: of.match,
  cabinet: of.cabinet,
  status: z.enum([
    'running',
    'counted',
    'warmup',
    'proposed',
    'unfinished',
    /** removed by an official */
    'detached',
    /** of an attempt that no longer counts */
    'void',
  ]),
  /** why a proposed game did not count by itself */
  reason: z.string().nullable(),
  reasonMessage: Message.nullable(),
  /** the slot that played blue when it began; a match that is not flipped has slot 0 on blue */
  blueSlot: z.int(),
  winningTeam: Colour.nullable(),
  winCondition: z.string().nullable(),
  mapName: z.string().nullable(),
  seconds: z.number().nullable(),
})

export const gameSchema = {
  events: [
    event('GameBegan', 1, {
      game: z.string().max(64),
      match,
      cabinet,
      /** the slot that played blue when the game began (R-GE-4) */
      blue: SlotIndex,
    }),
    event('GameCounted', 1, { match, ...GameResult.shape, cabinet, counted: z.boolean() }),
    event('GameProposed', 1, {
      ...GameResult.shape,
      match,
      cabinet,
      reason: z.string(),
      message: Message.optional(),
    }),
    /** added by an official, with the slot that played blue (R-GE-7) */
    event('GameAttached', 1, { match, ...GameResult.shape, cabinet, blue: SlotIndex }),
    event('GameDetached', 1, { match, game: z.string().max(64) }),
  ],
  commands: [
    command('BeginGame', { game: z.string().max(64), cabinet, match, isFlipped: z.boolean() }),
    command('FinishGame', {
      game: z.string().max(64),
      cabinet,
      winningTeam: z.enum(colours),
      winCondition: z.string().max(20),
      mapName: z.string().max(60),
      seconds: z.number().min(0).max(86_400),
      /** how many seconds later than usual the upload was; null: in time (R-GE-4) */
      lateBy: z.number().nullable(),
      /** matches of other tournaments that were also on the cabinet when it began */
      alsoThere: z.array(z.string()).optional(),
      /** another game of the cabinet ended while it was played */
      isDoubled: z.boolean().optional(),
    }),
    command('AttachGame', {
      match,
      game: z.string().max(64),
      cabinet,
      winningTeam: z.enum(colours),
      winCondition: z.string().max(20),
      mapName: z.string().max(60),
      seconds: z.number().min(0).max(86_400),
      ...force,
    }),
    command('DetachGame', { game: z.string().max(64) }),
  ],
  records: {
    games: {
      label: 'The game',
      key: null,
      record: z.object({
        game: z.string(),
        match,
        cabinet,
        blue: SlotIndex,
        status: PlayedRow.shape.status,
        reason: z.string().nullable(),
        message: Message.optional(),
        outcome: z
          .object({
            winningTeam: z.enum(['blue', 'gold']),
            winCondition: z.string(),
            mapName: z.string(),
            seconds: z.number(),
          })
          .nullable(),
      }),
    },
  },
  rows: { played: PlayedRow },
} satisfies NounSchema
