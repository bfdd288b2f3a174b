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

/** The protest in the label of a match. */
export const ProtestMark = z.object({
  id: protest,
  state: z.enum(['open', 'ruled']),
  ruling: RulingKind.nullable(),
})

/** The public part of a protest. The texts of officials and the signers are not public. */
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
