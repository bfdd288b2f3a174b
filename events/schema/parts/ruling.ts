import { z } from 'zod'
import { idsOf } from './ids.ts'

/** Why a match is under protest. Other texts are not part of the log (P19). */
export const protestReasons = [
  'wrong_point',
  'sides_flipped',
  'wrong_team',
  'cabinet_fault',
  'rules_breach',
  'other',
] as const
export const ProtestReason = z.enum(protestReasons)
export type ProtestReason = z.infer<typeof ProtestReason>
export const rulings = ['uphold', 'correct', 'replay', 'void'] as const
export const RulingKind = z.enum(rulings)
export type RulingKind = z.infer<typeof RulingKind>
/** A correction has the score by slot, or the teams that forfeit (R-DI-4). */
export const Ruling = z.object({
  kind: RulingKind,
  score: z.tuple([z.int(), z.int()]).nullable(),
  forfeitBy: z.array(idsOf(z.int().positive()).team).max(2),
})
export type Ruling = z.infer<typeof Ruling>
/**
 * The match when a ruling was proposed, by slot. If it has changed, the ruling cannot be signed.
 */
export const RuledOn = z.object({
  attempt: z.int(),
  teams: z.tuple([idsOf(z.int()).team.nullable(), idsOf(z.int()).team.nullable()]),
  score: z.tuple([z.int(), z.int()]),
  isComplete: z.boolean(),
  winner: z.union([z.literal(0), z.literal(1)]).nullable(),
  isForfeit: z.boolean(),
})
export type RuledOn = z.infer<typeof RuledOn>
/** Until when a protest may be lodged, and how many officials sign a ruling (R-DI-2, R-DI-4). */
export const ProtestDeadline = z.enum(['next_match', 'none'])
export type ProtestDeadline = z.infer<typeof ProtestDeadline>
export const RulingSigners = z.enum(['one', 'two', 'two_for_places'])
export type RulingSigners = z.infer<typeof RulingSigners>

/** In the order of a match's slots. */
export const twoSlots = [0, 1] as const
