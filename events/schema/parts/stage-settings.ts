import { z } from 'zod'
import { idsOf } from './ids.ts'
import type { Records, StageId, TeamId } from '../../ids.ts'
import { grandFinals } from '../../rules/layout/double-elim.ts'
import { stageTypeNames } from '../../rules/stage-types/stage-types.ts'
import {
  addedSettingDefaults,
  maxStageName,
  stageDefaults,
  stageLimits,
  maxEntrants,
} from '../../rules/stage-settings.ts'
import { tiebreakers } from '../../rules/tiebreakers.ts'
import type { Rolls } from '../../rules/tiebreakers.ts'

const StageType = z.enum(stageTypeNames)
const AutoWarmup = z.enum(['never', 'first_set', 'first_set_on_cab', 'always'])
const GrandFinal = z.enum(grandFinals)
export const LinkType = z.enum(['manual', 'challonge', 'hivemind'])
export type LinkType = z.infer<typeof LinkType>

const LinkName = z
  .string()
  .trim()
  .regex(/^[\w-]{0,100}$/, 'Use only letters, digits, - and _: the part after challonge.com/')

type Count = keyof typeof stageLimits & keyof typeof stageDefaults
function count(setting: Count, unit?: string) {
  const { min, max } = stageLimits[setting]
  const number = z
    .int()
    .min(min)
    .max(max, unit && `At most ${max} ${unit}`)
  return number.default(stageDefaults[setting])
}

/** Settings that were added later: a log without them has the old behaviour (`withDefaults`). */
const LaterSettings = z.object({
  /** whether the deciding game completes its match (R-ST-5) */
  autoComplete: z.boolean(),
  /** R-BR-7 */
  grandFinal: GrandFinal,
  /** whether the parts of a split tie start again with the first tiebreaker (R-TB-4) */
  restartOnSplit: z.boolean(),
  /** report one score per game to the external bracket instead of a total (R-CL-4) */
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
  /** organisation and id of the external bracket: the id is what follows `challonge.com/` */
  linkedOrg: LinkName.nullable().optional(),
  linkedBracketId: LinkName.nullable().optional(),
})
export type StageSettings = z.infer<typeof StageSettings>
/** Settings with all fields that a log may lack. */
export const FullStageSettings = StageSettings.extend(LaterSettings.shape)

type Changeable = {
  [F in keyof StageSettings]-?: z.ZodOptional<z.ZodType<StageSettings[F]>>
}
/**
 * Changed settings. A setting that is left out stays as it is; defaults are only for new stages.
 */
export const StageChange = z.object(
  Object.fromEntries(
    Object.entries(StageSettings.shape).map(([field, schema]) => {
      const inner = schema instanceof z.ZodDefault ? schema.unwrap() : schema
      return [field, (inner as z.ZodType).optional()]
    }),
  ) as Changeable,
)

/** Fills in the fields that a log may lack. */
export function withDefaults<T extends StageSettings>(settings: T) {
  const { linkedOrg, linkedBracketId } = settings
  const link = { linkedOrg: linkedOrg || null, linkedBracketId: linkedBracketId || null }
  return { ...settings, ...laterOf(settings), ...link }
}

function laterOf(settings: StageSettings): z.infer<typeof LaterSettings> {
  const fields = Object.keys(addedSettingDefaults) as (keyof typeof addedSettingDefaults)[]
  const entries = fields.map((field) => [field, settings[field] ?? addedSettingDefaults[field]])
  return { ...addedSettingDefaults, ...Object.fromEntries(entries) }
}

const { stage, team } = idsOf(z.int().positive())
export const StageGroups = {
  count: z.int().min(1).max(stageLimits.numGroups.max).default(1),
  ids: z.array(stage).min(1).max(stageLimits.numGroups.max),
}
/** A place of another stage, decided when that stage is complete. */
export const PlaceOf = z.object({ stage, place: z.int().positive() })
export type PlaceOf = z.infer<typeof PlaceOf>
/** The holder of a seed: a team, or a place of another stage (R-PL-1). */
export const Seed = z.union([z.object({ team }), z.object({ placeOf: PlaceOf })])
export type Seed = z.infer<typeof Seed>

/** A place of another stage of the template, which is named by its number, from 0. */
const TemplatePlace = z.object({
  from: z.int().min(0),
  place: z.int().positive().max(maxEntrants),
})

/** A stage of a template. Those with the same `group` are groups of one round robin (R-RR-2). */
export function templateStage(settings: typeof StageSettings) {
  return z.object({
    settings,
    group: z.int().min(0).nullable(),
    /** its seeds, best first, if all of them are places of other stages; missing otherwise */
    places: z.array(TemplatePlace).max(maxEntrants).optional(),
  })
}
type TemplateStage = z.infer<ReturnType<typeof templateStage>>

/** Why places of the stages of a template cannot be (R-PL-2); null if they can. */
export function templatePlacesProblem(stages: readonly TemplateStage[]): string | null {
  for (const { settings, places = [] } of stages) {
    if (places.some(({ from }) => !stages[from])) {
      return `${settings.name} takes places of a stage that the template lacks.`
    }
    if (new Set(places.map(({ from, place }) => `${from} ${place}`)).size < places.length) {
      return `${settings.name} takes a place twice.`
    }
  }
  const waiting = new Set(stages.keys())
  for (;;) {
    const free = [...waiting].filter(
      (index) => !stages[index]?.places?.some(({ from }) => waiting.has(from)),
    )
    for (const index of free) waiting.delete(index)
    const [first] = waiting
    if (first === undefined) return null
    if (free.length > 0) continue
    return `${stages[first]?.settings.name} takes places of itself, directly or through others.`
  }
}

export type Stage = StageSettings & {
  id: StageId
  /** best seed first */
  teams: TeamId[]
  /** all seeds, best first; only if some are places of other stages. `teams` has the teams */
  seeds?: Seed[]
  /** the same for all groups of a set (R-RR-2) */
  groupSet?: StageId
  /** the stage whose places these matches decide, from place `from` on (R-TB-1) */
  decides?: { stage: StageId; from: number }
  /** teams that left; their results stay (R-RR-5) */
  withdrawn?: TeamId[]
  /** matches exist */
  created: boolean
  /** hex, secret until the stage is complete */
  dice: string
  /** the public part of the dice, where the dice themselves are left out (R-TB-7) */
  sealed?: Seal
  /** the numbers that teams roll by, if they are not their ids (R-IM-1) */
  rollsAs?: Records<TeamId, number>
}
export type Seal = { hash: string | null; rolls: Rolls }

/** Teams that left come last and take no place of those that stay; the order is kept (R-RR-5). */
export function withdrawnLast(
  { withdrawn = [] }: Pick<Stage, 'withdrawn'>,
  teams: TeamId[],
): TeamId[] {
  if (withdrawn.length === 0) return teams
  return teams.toSorted((a, b) => Number(withdrawn.includes(a)) - Number(withdrawn.includes(b)))
}
