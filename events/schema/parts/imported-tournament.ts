import { z } from 'zod'
import { maxInteger } from '../../rules/limits.ts'
import { maxEntrants, maxMatches } from '../../rules/stage-settings.ts'
import { GameResult, MatchPlan, SlotIndex } from './shapes.ts'
import { idsOf } from './ids.ts'
import { Seed, StageSettings } from './stage-settings.ts'

/** A tournament that was played elsewhere, with its new ids. */
const id = z.int().positive()
const { cabinet, match, stage, team } = idsOf(id)
/** What the tables can store; events of a log are not checked again. */
const integer = z.int().min(-maxInteger).max(maxInteger)
const Score = z.tuple([integer, integer])

const ImportedStage = z.object({
  stage,
  settings: StageSettings,
  dice: z.string().regex(/^[0-9a-f]{64}$/),
  seeds: z.array(Seed).max(maxEntrants),
  /** the same for all groups of a set */
  groupSet: stage.nullable(),
  /** the stage whose places it decides, from place `from` on */
  decides: z.object({ stage, from: integer.positive() }).nullable(),
  withdrawn: z.array(team),
})
const RecordedMatch = MatchPlan.extend({
  stage,
  num: integer.positive(),
  roundNum: integer.nullable(),
  winnerPlace: integer.nullable(),
  loserPlace: integer.nullable(),
  adjusted: Score,
  result: z
    .object({
      winner: SlotIndex.nullable(),
      score: Score,
      at: z.iso.datetime(),
      forfeit: z.boolean(),
    })
    .nullable(),
  note: z.string().max(2_000).nullable(),
})

export const ImportedParts = {
  /** still being played; missing or false: over */
  isActive: z.boolean().optional(),
  teams: z.array(z.object({ team, name: z.string().trim().min(1).max(200) })).max(2_000),
  stages: z.array(ImportedStage).max(200),
  matches: z.array(RecordedMatch).max(maxMatches),
  games: z.array(z.object({ match, ...GameResult.shape, cabinet, blue: SlotIndex })).max(20_000),
}
