import { z } from 'zod'

/** A match as the outside bracket has it. Its player 1 stands in slot 0 here, player 2 in slot 1. */
export const ExternalMatch = z.object({
  /** the outside's own */
  id: z.string().min(1).max(40),
  /** the letter it is called by there */
  identifier: z.string().max(20),
  playOrder: z.int().nullable(),
  state: z.enum(['pending', 'open', 'complete']),
  isUnderway: z.boolean(),
  /** a tie can be told: in round robin and Swiss (R-CL-4) */
  drawAllowed: z.boolean(),
  /** the slot that won there */
  winner: z.union([z.literal(0), z.literal(1)]).nullable(),
})
export type ExternalMatch = z.infer<typeof ExternalMatch>

/** What a command tells of it besides. */
export const ImportedMatch = ExternalMatch.extend({
  /** outside ids; null while it is not known who comes */
  players: z.tuple([z.string().max(40).nullable(), z.string().max(40).nullable()]),
  roundNum: z.int().nullable(),
  roundName: z.string().max(100),
  /** games won, as far as they were told there */
  score: z.tuple([z.int().min(0).max(999), z.int().min(0).max(999)]).nullable(),
})
export type ImportedMatch = z.infer<typeof ImportedMatch>

/** A team as the outside knows it: by its own id, and by others in the groups (R-CL-2). */
export const Entrant = z.object({
  ids: z.array(z.string().min(1).max(40)).min(1).max(50),
  name: z.string().trim().min(1).max(100),
})
export type Entrant = z.infer<typeof Entrant>
