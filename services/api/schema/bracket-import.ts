import { z } from 'zod'
import { TournamentBody } from './bodies.ts'
import { ById, Id } from './common.ts'

/**
 * JSON as Challonge (v1, v2.1) or start.gg (GraphQL) answers, as texts: no name of a field in them is
 * read as one of ours. Pages of one tournament come together.
 */
const documents = z.array(z.string()).min(1).max(100)
const Bracket = z.object({ documents })
const NewBracket = Bracket.extend({
  /** left out, as it is called there */
  name: z.string().trim().min(1).max(200, 'Too long').optional(),
  assignedCabinets: z.array(Id).max(200).optional(),
})
export type NewBracket = z.infer<typeof NewBracket>

const place = z.int().nullable()
/** What was understood. Nothing is written. */
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
  /** best seed first; the place there, and the one that the same results give here */
  teams: z.array(z.object({ name: z.string(), place, placeHere: place })),
  /** what does not come along, in words */
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
