import { z } from 'zod'
import { maxInteger, maxScore } from '../../rules/limits.ts'
import { maxEntrants } from '../../rules/stage-settings.ts'
import { idsOf } from '../parts/ids.ts'
import { SlotIndex, command, correctionFields, event } from '../parts/shapes.ts'
import type { NounSchema } from './noun.ts'

const { match, stage, team } = idsOf(z.int().positive())

/** A match of an external bracket. Its player 1 is in slot 0, its player 2 in slot 1. */
export const ExternalMatch = z.object({
  /** its id in the external bracket */
  id: z.string().min(1).max(40),
  /** its letter in the external bracket */
  identifier: z.string().max(20),
  playOrder: z.int().nullable(),
  state: z.enum(['pending', 'open', 'complete']),
  isUnderway: z.boolean(),
  /** a tie can be reported, as in round robin and Swiss (R-CL-4) */
  drawAllowed: z.boolean(),
  /** the slot that won in the external bracket */
  winner: z.union([z.literal(0), z.literal(1)]).nullable(),
})
export type ExternalMatch = z.infer<typeof ExternalMatch>

/** A match with the other fields that a command imports. */
export const ImportedMatch = ExternalMatch.extend({
  /** external ids; null while a team is not known */
  players: z.tuple([z.string().max(40).nullable(), z.string().max(40).nullable()]),
  roundNum: z.int().min(-maxInteger).max(maxInteger).nullable(),
  roundName: z.string().max(100),
  /** games won, if they were reported there */
  score: z.tuple([z.int().min(0).max(maxScore), z.int().min(0).max(maxScore)]).nullable(),
})
export type ImportedMatch = z.infer<typeof ImportedMatch>

/** A team of an external bracket. It has other ids in the groups (R-CL-2). */
export const Entrant = z.object({
  ids: z.array(z.string().min(1).max(40)).min(1).max(50),
  name: z.string().trim().min(1).max(100),
})
export type Entrant = z.infer<typeof Entrant>

/**
 * Why a linked stage cannot be played. `isSure` is false if Challonge did not answer, so that other
 * errors are possible.
 */
export type AccessCheck = { errors: string[]; isSure: boolean }

export const linkSchema = {
  events: [
    /** an external bracket was checked: whether it can be played (R-CL-7) */
    event('StageChecked', 1, {
      stage,
      org: z.string().nullable(),
      bracket: z.string(),
      isValid: z.boolean(),
    }),
    event('TeamsMatched', 1, {
      stage,
      teams: z.array(z.object({ team, ids: z.array(z.string()) })),
    }),
    event('MatchesLinked', 1, {
      stage,
      matches: z.array(ExternalMatch.extend({ match })),
    }),
    event('ReportAsked', 1, { stage, match, insist: z.boolean() }),
    event('ReportNoted', 1, {
      stage,
      match,
      /** identifies the content of the report that was sent */
      key: z.string(),
      status: z.enum(['sent', 'failed']),
      reason: z.string().nullable(),
      /** the result that was reported; null: the match was reopened */
      told: z.object({ winner: SlotIndex.nullable() }).nullable(),
      /** the result came from the external bracket */
      theirs: z.boolean().optional(),
    }),
    event('MarkNoted', 1, { stage, match, failed: z.boolean() }),
  ],
  commands: [
    command('NoteCheck', {
      stage,
      org: z.string().max(100).nullable(),
      bracket: z.string().max(100),
      isValid: z.boolean(),
    }),
    command('ImportTeams', { stage, entrants: z.array(Entrant).max(maxEntrants) }),
    command('ImportMatches', { stage, matches: z.array(ImportedMatch).max(4096) }),
    command('AskReport', { match, ...correctionFields }),
    command('NoteReport', {
      match,
      key: z.string().max(64),
      status: z.enum(['sent', 'failed']),
      reason: z.string().max(200).nullable(),
      told: z.object({ winner: z.union([z.literal(0), z.literal(1)]).nullable() }).nullable(),
    }),
    command('NoteMark', { match, failed: z.boolean() }),
  ],
  records: {},
  rows: {},
} satisfies NounSchema
