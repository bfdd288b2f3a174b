import { z } from 'zod'
import { maxInteger, maxScore } from '../rules/limits.ts'

/** A match of an external bracket. Its player 1 is in slot 0, its player 2 in slot 1. */
export const ExternalMatch = z.object({
  /** its id in the external bracket */
  id: z.string().min(1).max(40),
  /** its letter in the external bracket */
  identifier: z.string().max(20),
  playOrder: z.int().nullable(),
  state: z.enum(['pending', 'open', 'complete']),
  isUnderway: z.boolean(),
  /** a tie can be reported, as in round robin and Swiss (R-CL-4) */
  drawAllowed: z.boolean(),
  /** the slot that won in the external bracket */
  winner: z.union([z.literal(0), z.literal(1)]).nullable(),
})
export type ExternalMatch = z.infer<typeof ExternalMatch>

/** A match with the other fields that a command imports. */
export const ImportedMatch = ExternalMatch.extend({
  /** external ids; null while a team is not known */
  players: z.tuple([z.string().max(40).nullable(), z.string().max(40).nullable()]),
  roundNum: z.int().min(-maxInteger).max(maxInteger).nullable(),
  roundName: z.string().max(100),
  /** games won, if they were reported there */
  score: z.tuple([z.int().min(0).max(maxScore), z.int().min(0).max(maxScore)]).nullable(),
})
export type ImportedMatch = z.infer<typeof ImportedMatch>

/** A team of an external bracket. It has other ids in the groups (R-CL-2). */
export const Entrant = z.object({
  ids: z.array(z.string().min(1).max(40)).min(1).max(50),
  name: z.string().trim().min(1).max(100),
})
export type Entrant = z.infer<typeof Entrant>

/**
 * Why a linked stage cannot be played. `isSure` is false if Challonge did not answer, so that other
 * errors are possible.
 */
export type AccessCheck = { errors: string[]; isSure: boolean }
