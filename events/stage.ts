import { z } from 'zod'
import { tiebreakers } from './rules/tiebreakers.ts'

export const StageType = z.enum(['round_robin', 'single_elim', 'double_elim', 'ladder', 'custom'])
export const AutoWarmup = z.enum(['never', 'first_set', 'first_set_on_cab', 'always'])
export const LinkType = z.enum(['manual', 'challonge', 'hivemind'])

/** The rules of a stage (spec section 3 and 9: names, defaults and limits). */
export const StageSettings = z.object({
  name: z.string().trim().min(1, 'Stage name is required').max(100, 'Too long'),
  stageType: StageType.nullable().default(null),
  /** games per match, all played; 0 disables (R-GM-2) */
  roundsPerMatch: z.int().min(0).max(99).default(0),
  /** first to this many games; 0 disables (R-GM-1) */
  winsPerMatch: z.int().min(0).max(99).default(0),
  matchesPerOpponent: z.int().min(1).max(10).default(1),
  addTiebreaker: z.boolean().default(false),
  thirdPlaceMatch: z.boolean().default(false),
  /** seconds */
  queueTimer: z.int().min(0).max(120).default(30),
  autoWarmup: AutoWarmup.default('never'),
  randomizeSides: z.boolean().default(false),
  stageTiebreakers: z
    .array(z.enum(tiebreakers))
    .default(['game_win_pct', 'h2h_games', 'match_win_pct', 'game_time_in_losses', 'dice_roll']),
})
export type StageSettings = z.infer<typeof StageSettings>

const id = z.int().positive()
/** A place another stage gives when it is complete. */
export const PlaceOf = z.object({ stage: id, place: id })
export type PlaceOf = z.infer<typeof PlaceOf>
/** Who takes a seed: a team, or a place of another stage (R-PL-1). */
export const Seed = z.union([z.object({ team: id }), z.object({ placeOf: PlaceOf })])
export type Seed = z.infer<typeof Seed>

export type Stage = StageSettings & {
  id: number
  /** team ids, best seed first */
  teams: number[]
  /** only where seeds are places of other stages: all seeds, best first; `teams` has the teams */
  seeds?: Seed[]
  /** the same for all groups of a set (R-RR-2) */
  groupSet?: number
  /** matches exist */
  created: boolean
  /** hex, secret until the stage is complete */
  dice: string
}
