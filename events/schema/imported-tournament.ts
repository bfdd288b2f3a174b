import { z } from 'zod'
import { GameResult, MatchPlan, Score, SlotIndex } from './event.ts'
import { idsOf } from './ids.ts'
import { Seed, StageSettings } from './stage-settings.ts'

/** A tournament that was played elsewhere, by the ids that it has from now on. */
const id = z.int().positive()
const { cabinet, match, stage, team } = idsOf(id)

const ImportedStage = z.object({
  stage,
  settings: StageSettings,
  dice: z.string().regex(/^[0-9a-f]{64}$/),
  seeds: z.array(Seed).max(1_024),
  /** the same for all groups of a set */
  groupSet: stage.nullable(),
  /** of another stage: whose places from which one on it decides */
  decides: z.object({ stage, from: id }).nullable(),
  withdrawn: z.array(team),
})
const RecordedMatch = MatchPlan.extend({
  stage,
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
  /** it is still played; else it is over */
  isActive: z.boolean().optional(),
  teams: z.array(z.object({ team, name: z.string().trim().min(1).max(200) })).max(2_000),
  stages: z.array(ImportedStage).max(200),
  matches: z.array(RecordedMatch).max(5_000),
  games: z.array(z.object({ match, ...GameResult.shape, cabinet, blue: SlotIndex })).max(20_000),
}
