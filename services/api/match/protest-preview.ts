import { z } from 'zod'
import { RulingKind } from '../../../events/schema/ruling.ts'
import type { RulingPreview } from '../../desk/index.ts'

const id = z.int()
const Seen = z.object({
  id,
  matchNum: id,
  blueTeam: id.nullable(),
  goldTeam: id.nullable(),
  /** blue's and gold's */
  score: z.array(z.int()),
  activeCabinet: id.nullable(),
  isComplete: z.boolean(),
})
export const RulingPreviewBody = z.object({
  /** why it cannot be made */
  refusal: z.object({ code: z.string(), detail: z.string() }).nullable(),
  changes: z.array(z.object({ name: z.string(), before: Seen, after: Seen.nullable() })),
  /** matches that were played on the result would be archived: sent with `cascade` */
  cascades: z.boolean(),
  places: z.array(
    z.object({ destBracket: id, destPlace: id, was: id.nullable(), is: id.nullable() }),
  ),
  needsTwo: z.boolean(),
})

/** `11-2,14-1`: each team with its points. */
const Scores = z
  .string()
  .regex(/^\d{1,9}-\d{1,3},\d{1,9}-\d{1,3}$/, 'Team-points,team-points')
  .transform((text) =>
    text.split(',').map((part) => {
      const [team = 0, score = 0] = part.split('-').map(Number)
      return { team, score }
    }),
  )
const Teams = z
  .string()
  .regex(/^\d{1,9}(,\d{1,9})?$/, 'One team or two')
  .transform((text) => text.split(',').map(Number))

/** A ruling as it stands in an address. */
export const asked = z.object({
  ruling: RulingKind,
  scores: Scores.optional(),
  forfeitBy: Teams.optional(),
})

export function foreseen({ refusal, ...rest }: RulingPreview): z.infer<typeof RulingPreviewBody> {
  return { ...rest, refusal: refusal && { code: refusal.refused, detail: refusal.detail } }
}
