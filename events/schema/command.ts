import { z } from 'zod'
import { schemas } from './nouns/index.ts'
import { idsOf } from './parts/ids.ts'
import { command, correctionFields, displaceField } from './parts/shapes.ts'

const { match, team } = idsOf(z.int().positive())

/**
 * What a step should have been: for another team or match, a warm-up, with swapped sides, or void.
 */
export const StepReplacement = z.union([
  z.object({ team }),
  z.object({ match }),
  z.object({ warmup: z.literal(true) }),
  z.object({ swapped: z.literal(true) }),
  z.object({ nothing: z.literal(true) }),
])
export type StepReplacement = z.infer<typeof StepReplacement>

const version = z.int().positive()
/** with `cascade` also the later commits that depend on it, in one commit (R-UN-1) */
const Undo = command('Undo', { version, ...correctionFields, ...displaceField })
/** corrects a past step as if it had been done right then (R-ED-3, R-ST-9) */
const ReplaceStep = command('ReplaceStep', {
  version,
  by: StepReplacement,
  ...correctionFields,
  ...displaceField,
})

/** The commands of a tournament, from people and services. */
export const Command = z.discriminatedUnion('type', [
  Undo,
  ReplaceStep,
  ...Object.values(schemas).flatMap((noun) => noun.commands as NounCommand[]),
])
type NounCommand = (typeof schemas)[keyof typeof schemas]['commands'][number]
export type Command = z.infer<typeof Command>
export type CommandOf<T extends Command['type']> = Extract<Command, { type: T }>
