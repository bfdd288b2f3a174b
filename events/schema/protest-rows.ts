import { z } from 'zod'
import { ProtestReason, RulingKind } from './ruling.ts'

const id = z.int()

export const HeldCabinet = z.object({
  cabinet: id,
  reason: z.string(),
  since: z.string(),
  /** it is released when this protest ends */
  protest: id.optional(),
})

/** What the label of a match says of its protest. */
export const ProtestMark = z.object({
  id,
  state: z.enum(['open', 'ruled']),
  ruling: RulingKind.nullable(),
})

/** A protest as everyone may know of it: what officials wrote and who signs is told to officials. */
export const ProtestRow = z.object({
  id,
  tournament: id,
  match: id,
  reason: ProtestReason,
  state: z.enum(['open', 'ruled', 'withdrawn']),
  isLate: z.boolean(),
  lodgedAt: z.string(),
  ruling: RulingKind.nullable(),
  /** when it was ruled on or withdrawn */
  endedAt: z.string().nullable(),
  /** id of the public sentence of the ruling */
  sentence: id.nullable(),
})
