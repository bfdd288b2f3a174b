import { z } from 'zod'
import { maxScore } from '../../rules/limits.ts'
import { idsOf } from '../parts/ids.ts'
import { ProtestReason, RuledOn, Ruling, RulingKind } from '../parts/ruling.ts'
import { command, event, force } from '../parts/shapes.ts'
import type { NounSchema } from './noun.ts'

const { match, person, protest, sentence, team } = idsOf(z.int().positive())
const of = idsOf(z.int())
const at = z.string()

const Proposal = z.object({
  num: z.int(),
  ruling: Ruling,
  by: person,
  at,
  sentence: sentence.nullable(),
  seen: RuledOn.optional(),
})
const Ended = z.union([
  z.object({ how: z.literal('withdrawn'), at }),
  z.object({
    how: z.literal('ruled'),
    ruling: Ruling,
    signedBy: z.array(person),
    at,
    sentence: sentence.nullable(),
  }),
])

/** The protest in the label of a match. */
export const ProtestMark = z.object({
  id: of.protest,
  state: z.enum(['open', 'ruled']),
  ruling: RulingKind.nullable(),
})

/** The public part of a protest. The texts of officials and the signers are not public. */
const ProtestRow = z.object({
  id: of.protest,
  tournament: of.tournament,
  match: of.match,
  reason: ProtestReason,
  state: z.enum(['open', 'ruled', 'withdrawn']),
  isLate: z.boolean(),
  lodgedAt: z.string(),
  ruling: RulingKind.nullable(),
  /** when it was ruled on or withdrawn */
  endedAt: z.string().nullable(),
  /** id of the public sentence of the ruling */
  sentence: of.sentence.nullable(),
})

export const protestSchema = {
  events: [
    event('ProtestLodged', 1, {
      protest,
      match,
      reason: ProtestReason,
      /** a person's id; null: a key without a person */
      by: person.nullable(),
      isLate: z.boolean(),
      at: z.string(),
    }),
    event('ProtestWithdrawn', 1, { protest, at: z.string() }),
    /** signed by one official; it has no effect yet */
    event('RulingProposed', 1, {
      protest,
      num: z.int().positive(),
      ruling: Ruling,
      by: person,
      at: z.string(),
      /** id of the public sentence */
      sentence: sentence.nullable(),
      seen: RuledOn.optional(),
    }),
    event('ProtestRuled', 1, {
      protest,
      ruling: Ruling,
      signedBy: z.array(person),
      at: z.string(),
      sentence: sentence.nullable(),
    }),
  ],
  commands: [
    /** `late`: by an admin, who may lodge it after the deadline (R-DI-2) */
    command('LodgeProtest', { match, reason: ProtestReason, late: z.boolean().optional() }),
    command('WithdrawProtest', { protest }),
    command('RuleProtest', {
      protest,
      ruling: RulingKind,
      /** the right score, by teams: a swap of sides in the meantime cannot invert it */
      scores: z
        .array(z.object({ team, score: z.int().min(0).max(maxScore) }))
        .length(2)
        .optional(),
      forfeitBy: z.array(team).min(1).max(2).optional(),
      /** id of the public sentence */
      sentence: sentence.optional(),
      /** ask for a second official even if one is enough */
      two: z.boolean().optional(),
      cascade: z.boolean().optional(),
      ...force,
    }),
    /** `num` of the proposal that the official has read: no other proposal is signed */
    command('SignRuling', {
      protest,
      num: z.int().positive(),
      cascade: z.boolean().optional(),
    }),
  ],
  records: {
    protests: {
      label: 'The protest',
      key: 'protest',
      record: z.object({
        id: protest,
        match,
        reason: ProtestReason,
        by: person.nullable(),
        at,
        isLate: z.boolean(),
        proposal: Proposal.nullable(),
        ended: Ended.nullable(),
      }),
    },
  },
  rows: { protest: ProtestRow },
} satisfies NounSchema
