import { z } from 'zod'
import { idsOf } from './ids.ts'
import { ProtestReason, RulingKind } from './ruling.ts'

const { cabinet, match, protest, sentence, tournament } = idsOf(z.int())

export const HeldCabinet = z.object({
  cabinet,
  reason: z.string(),
  since: z.string(),
  /** it is released when this protest ends */
  protest: protest.optional(),
})

/** What the label of a match says of its protest. */
export const ProtestMark = z.object({
  id: protest,
  state: z.enum(['open', 'ruled']),
  ruling: RulingKind.nullable(),
})

/** A protest as everyone may know of it: what officials wrote and who signs is told to officials. */
export const ProtestRow = z.object({
  id: protest,
  tournament,
  match,
  reason: ProtestReason,
  state: z.enum(['open', 'ruled', 'withdrawn']),
  isLate: z.boolean(),
  lodgedAt: z.string(),
  ruling: RulingKind.nullable(),
  /** when it was ruled on or withdrawn */
  endedAt: z.string().nullable(),
  /** id of the public sentence of the ruling */
  sentence: sentence.nullable(),
})
