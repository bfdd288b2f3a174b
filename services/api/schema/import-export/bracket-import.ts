import { z } from 'zod'
import { TournamentBody } from '../http/bodies.ts'
import { ById, Id, nameOf } from '../http/common.ts'

/**
 * Responses of Challonge (v1, v2.1) or start.gg (GraphQL). They are sent as texts, so that their
 * field names are not converted. All pages of a tournament are sent together.
 */
const documents = z.array(z.string()).min(1).max(100)
const Bracket = z.object({ documents })
const NewBracket = Bracket.extend({
  /** if missing, the name on the other site */
  name: nameOf(200).optional(),
  assignedCabinets: z.array(Id).max(200).optional(),
})
export type NewBracket = z.infer<typeof NewBracket>

const place = z.int().nullable()
/** The summary of a bracket before its import. */
const BracketPreview = z.object({
  source: z.enum(['Challonge', 'start.gg']),
  name: z.string(),
  date: z.string(),
  isOver: z.boolean(),
  stages: z.array(
    z.object({
      name: z.string(),
      type: z.enum(['single_elim', 'double_elim', 'round_robin', 'swiss']),
      teams: z.int(),
      matches: z.int(),
      results: z.int(),
      forfeits: z.int(),
    }),
  ),
  /** best seed first; with the place on the other site and the place computed here */
  teams: z.array(z.object({ name: z.string(), place, placeHere: place })),
  /** sentences about what has to be put right by hand */
  warnings: z.array(z.string()),
  /** sentences about data that is not imported */
  leftOut: z.array(z.string()),
})

export const bracketImportApi = {
  'POST /api/game/scene/:id/preview-bracket/': {
    params: ById,
    body: Bracket,
    response: { 200: BracketPreview },
  },
  'POST /api/game/scene/:id/import-bracket/': {
    params: ById,
    body: NewBracket,
    response: { 201: TournamentBody },
  },
}
