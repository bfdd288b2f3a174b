import { z } from 'zod'
import { idsOf } from './ids.ts'
import type { Records, StageId, TeamId } from '../ids.ts'
import { grandFinals } from '../rules/layout/double-elim.ts'
import { stageTypeNames } from '../rules/stage-types/stage-types.ts'
import { laterDefaults, maxStageName, stageDefaults, stageLimits } from '../rules/stage-settings.ts'
import { tiebreakers } from '../rules/tiebreakers.ts'
import type { Rolls } from '../rules/tiebreakers.ts'

const StageType = z.enum(stageTypeNames)
const AutoWarmup = z.enum(['never', 'first_set', 'first_set_on_cab', 'always'])
const GrandFinal = z.enum(grandFinals)
export const LinkType = z.enum(['manual', 'challonge', 'hivemind'])

const LinkName = z
  .string()
  .trim()
  .regex(/^[\w-]{0,100}$/, 'Letters, digits, - and _ only: what comes after challonge.com/')

type Count = keyof typeof stageLimits & keyof typeof stageDefaults
function count(setting: Count, of?: string) {
  const { min, max } = stageLimits[setting]
  const number = z
    .int()
    .min(min)
    .max(max, of && `At most ${max} ${of}`)
  return number.default(stageDefaults[setting])
}

/** What came later: where a log says nothing of it, it is as it always was (`withDefaults`). */
const LaterSettings = z.object({
  /** whether the deciding game completes its match (R-ST-5) */
  autoComplete: z.boolean(),
  /** R-BR-7 */
  grandFinal: GrandFinal,
  /** whether a split tie begins again with the first tiebreaker (R-TB-4) */
  restartOnSplit: z.boolean(),
  /** tell the bracket outside one score a game, not one total (R-CL-4) */
  reportAsSets: z.boolean(),
})

/** The rules of a stage: names, defaults and limits. */
export const StageSettings = z.object({
  name: z
    .string('Stage name is required')
    .trim()
    .min(1, 'Stage name is required')
    .max(maxStageName, 'Too long'),
  stageType: StageType.nullable().default(stageDefaults.stageType),
  /** games per match, all played; 0 disables (R-GM-2) */
  roundsPerMatch: count('roundsPerMatch', 'games a match'),
  /** first to this many games; 0 disables (R-GM-1) */
  winsPerMatch: count('winsPerMatch', 'wins a match'),
  matchesPerOpponent: count('matchesPerOpponent'),
  addTiebreaker: z.boolean().default(stageDefaults.addTiebreaker),
  thirdPlaceMatch: z.boolean().default(stageDefaults.thirdPlaceMatch),
  /** seconds */
  queueTimer: count('queueTimer'),
  autoWarmup: AutoWarmup.default(stageDefaults.autoWarmup),
  randomizeSides: z.boolean().default(stageDefaults.randomizeSides),
  stageTiebreakers: z.array(z.enum(tiebreakers)).default(stageDefaults.stageTiebreakers),
  ...LaterSettings.partial().shape,
  /** whose bracket it is there, and which: what comes after `challonge.com/` */
  linkedOrg: LinkName.nullable().optional(),
  linkedBracketId: LinkName.nullable().optional(),
})
export type StageSettings = z.infer<typeof StageSettings>
/** With all that a log may leave unsaid. */
export const FullStageSettings = StageSettings.extend(LaterSettings.shape)

type Changeable = {
  [F in keyof StageSettings]-?: z.ZodOptional<z.ZodType<StageSettings[F]>>
}
/** What changes: every setting may be left out, and stays as it is; defaults are for new stages. */
export const StageChange = z.object(
  Object.fromEntries(
    Object.entries(StageSettings.shape).map(([field, schema]) => {
      const inner = schema instanceof z.ZodDefault ? schema.unwrap() : schema
      return [field, (inner as z.ZodType).optional()]
    }),
  ) as Changeable,
)

/** Settings with all that a log may leave unsaid. */
export function withDefaults<T extends StageSettings>(settings: T) {
  const { linkedOrg, linkedBracketId } = settings
  const link = { linkedOrg: linkedOrg || null, linkedBracketId: linkedBracketId || null }
  return { ...settings, ...laterOf(settings), ...link }
}

function laterOf(settings: StageSettings): z.infer<typeof LaterSettings> {
  const fields = Object.keys(laterDefaults) as (keyof typeof laterDefaults)[]
  const entries = fields.map((field) => [field, settings[field] ?? laterDefaults[field]])
  return { ...laterDefaults, ...Object.fromEntries(entries) }
}

const { stage, team } = idsOf(z.int().positive())
export const StageGroups = {
  count: z.int().min(1).max(stageLimits.numGroups.max).default(1),
  ids: z.array(stage).min(1).max(stageLimits.numGroups.max),
}
/** A place another stage gives when it is complete. */
export const PlaceOf = z.object({ stage, place: z.int().positive() })
export type PlaceOf = z.infer<typeof PlaceOf>
/** Who takes a seed: a team, or a place of another stage (R-PL-1). */
export const Seed = z.union([z.object({ team }), z.object({ placeOf: PlaceOf })])
export type Seed = z.infer<typeof Seed>

export type Stage = StageSettings & {
  id: StageId
  /** best seed first */
  teams: TeamId[]
  /** only where seeds are places of other stages: all seeds, best first; `teams` has the teams */
  seeds?: Seed[]
  /** the same for all groups of a set (R-RR-2) */
  groupSet?: StageId
  /** of another stage: whose places from which one on these matches decide (R-TB-1) */
  decides?: { stage: StageId; from: number }
  /** teams that left, though their results stay (R-RR-5) */
  withdrawn?: TeamId[]
  /** matches exist */
  created: boolean
  /** hex, secret until the stage is complete */
  dice: string
  /** where the dice themselves are not told: what everybody may know of them (R-TB-7) */
  sealed?: Seal
  /** by which numbers its teams roll, where these are not their ids (R-IM-1) */
  rollsAs?: Records<TeamId, number>
}
export type Seal = { hash: string | null; rolls: Rolls }

/** Who left takes no place of those that stay: they come last, each in their order (R-RR-5). */
export function leaversLast(
  { withdrawn = [] }: Pick<Stage, 'withdrawn'>,
  teams: TeamId[],
): TeamId[] {
  if (withdrawn.length === 0) return teams
  return teams.toSorted((a, b) => Number(withdrawn.includes(a)) - Number(withdrawn.includes(b)))
}
