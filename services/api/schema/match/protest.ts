import { z } from 'zod'
import { maxRulingCharacters, maxScore } from '#events/rules/limits.ts'
import { ById, paging, IdFilter, Id, toOne, listBy, textOf, byId } from '../http/common.ts'
import { RulingKind, ProtestReason } from '#events/schema/parts/ruling.ts'
import { tables } from '#events/schema/rows.ts'
import { IdAndName } from '../http/bodies.ts'
import { ChangePreviewBody } from './match.ts'

const id = z.int()
const RulingPreviewBody = ChangePreviewBody.extend({
  /** whether two officials have to sign */
  needsTwo: z.boolean(),
})

/** `11-2,14-1`: each team's id and score. */
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
  .regex(/^\d{1,9}(,\d{1,9})?$/, 'Choose one or both teams')
  .transform((text) => text.split(',').map(Number))

/** A ruling in a query string. */
const RulingRequest = z.object({
  ruling: RulingKind,
  scores: Scores.optional(),
  forfeitBy: Teams.optional(),
})

const RulingBody = z.object({
  ruling: RulingKind,
  /** the corrected score */
  scores: z.array(z.object({ team: id.nullable(), score: z.int() })).nullable(),
  forfeitBy: z.array(id),
})

/**
 * Everyone sees the first group of fields, with the public sentence of a ruling. Officials see the
 * second group too: the text, the signers, and a ruling that waits for a second signature (P19).
 */
export const ProtestBody = z
  .object({
    ...tables.protest.shape,
    /** null until there is a ruling; a ruling without words of its officials has a standard sentence */
    sentence: z.string().nullable(),

    text: z.string().nullable().optional(),
    lodgedBy: IdAndName.nullable().optional(),
    decision: RulingBody.nullable().optional(),
    signedBy: z.array(IdAndName).optional(),
    proposal: RulingBody.extend({
      num: id,
      by: IdAndName,
      at: z.string(),
      sentence: z.string().nullable(),
    })
      .nullable()
      .optional(),
  })
  .meta({ id: 'Protest' })
export type ProtestBody = z.infer<typeof ProtestBody>

const ProtestFilters = z.object({
  ...paging,
  tournamentId: IdFilter,
  matchId: IdFilter,
  state: z.enum(['open', 'ruled', 'withdrawn']).optional(),
})
export const ProtestText = z.string().trim().max(2_000, 'Too long')
const NewProtest = z.object({
  match: Id,
  reason: ProtestReason,
  /** needed if the reason is `other` */
  text: ProtestText.optional(),
})
export const Rule = z.object({
  ruling: RulingKind,
  scores: z
    .array(z.object({ team: Id, score: z.int().min(0).max(maxScore) }))
    .length(2)
    .optional(),
  forfeitBy: z.array(Id).min(1).max(2).optional(),
  /** public, shown on the page of the match */
  sentence: z
    .string()
    .trim()
    .max(maxRulingCharacters, `At most ${maxRulingCharacters} characters`)
    .optional(),
  /** asks for a second signature even if one is enough */
  two: z.boolean().optional(),
  cascade: z.boolean().optional(),
  /** confirms a score that the length of the match does not allow */
  force: z.boolean().optional(),
})
export type Rule = z.infer<typeof Rule>
const Sign = z.object({
  /** the number of the proposal that the signer has read */
  num: z.int().positive(),
  cascade: z.boolean().optional(),
})

/** `json` for programs, `html` for reading and printing; both are self-contained files. */
const EvidenceForm = z.object({ form: z.enum(['json', 'html']).default('json') })

export const protestApi = {
  'GET /api/tournament/protest/': listBy(ProtestFilters, ProtestBody),
  'GET /api/tournament/protest/:id/': byId(ProtestBody),
  'GET /api/tournament/protest/:id/preview/': {
    params: ById,
    querystring: RulingRequest,
    response: { 200: RulingPreviewBody },
  },
  'POST /api/tournament/protest/': { body: NewProtest, response: { 201: ProtestBody } },
  'GET /api/tournament/protest/:id/evidence/': {
    params: ById,
    querystring: EvidenceForm,
    response: { 200: textOf<string>('application/json', 'text/html') },
  },
  'PUT /api/tournament/protest/:id/rule/': toOne(Rule, ProtestBody),
  'PUT /api/tournament/protest/:id/sign/': toOne(Sign, ProtestBody),
  'PUT /api/tournament/protest/:id/withdraw/': toOne(z.object({}), ProtestBody),
}
