import { z } from 'zod'
import { idsOf } from './ids.ts'
import { PlaceOf } from './stage-settings.ts'

/** What several nouns share. */
const { match, player, team } = idsOf(z.int().positive())

/** An event of a commit. A shipped event never changes: a new form gets a new `v` (P7). */
export const event = <T extends string, S extends z.ZodRawShape>(type: T, v: number, shape: S) =>
  z.object({ type: z.literal(type), v: z.literal(v), ...shape })

/** A command of people or services, with the messages for invalid fields. */
export const command = <T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.object({ type: z.literal(type), ...shape })

/** One of the two slots of a match. Slot 0 plays blue unless the match is flipped. */
export const SlotIndex = z.union([z.literal(0), z.literal(1)])
export type SlotIndex = z.infer<typeof SlotIndex>

/** The source of a team of a match, resolved from results: no team is stored (R-BR-9). */
export const Slot = z.union([
  z.object({ team }),
  z.object({ winnerOf: match }),
  z.object({ loserOf: match }),
  z.object({ placeOf: PlaceOf }),
  z.object({ open: z.literal(true) }),
])
export type Slot = z.infer<typeof Slot>

const Target = z.object({ match, slot: SlotIndex })
export const MatchPlan = z.object({
  match,
  num: z.int().positive(),
  type: z.enum(['winners', 'losers', 'first_final', 'second_final', 'third_place']).nullable(),
  roundNum: z.int().nullable(),
  roundName: z.string(),
  slots: z.tuple([Slot, Slot]),
  winnerTo: Target.nullable(),
  loserTo: Target.nullable(),
  winnerPlace: z.int().nullable(),
  loserPlace: z.int().nullable(),
  ifNeeded: z.boolean(),
  isFlipped: z.boolean(),
})
export type MatchPlan = z.infer<typeof MatchPlan>

/** A finished game in the tournament's log. The facts of the cabinet have the details. */
export const GameResult = z.object({
  /** the client's gameID */
  game: z.string().max(64),
  winner: SlotIndex,
  winCondition: z.string(),
  mapName: z.string(),
  seconds: z.number(),
})

export const Score = z.tuple([z.int(), z.int()])

/** A turn of a draft: the round, and the number of turns before it in that round. */
export const Turn = z.object({ round: z.int().min(0), index: z.int().min(0) })
export type Turn = z.infer<typeof Turn>
/** `team` counts from 0 in the order of the first picks; `player` is an id (P19). */
export const DraftPick = z.object({ round: z.int().min(0), team: z.int().min(0), player })
export type DraftPick = z.infer<typeof DraftPick>

/**
 * Corrects a result on which later matches were played: they are archived, with a reason (R-ED-3).
 */
export const correctionFields = {
  cascade: z.boolean().optional(),
  reason: z.string().trim().max(200).optional(),
}
/** Confirms a score that the length of the match does not allow (R-GM-5). */
export const force = { force: z.boolean().optional() }
/** Stops another tournament's match on the cabinet. */
export const displaceField = { displace: z.boolean().optional() }
