import { ordinal } from '../rules/places.ts'
import { games, steps } from './en/steps.ts'
import { names } from './en/public.ts'
import { argumentIn } from './message.ts'
import type { Argument } from './message.ts'

const wording = { texts: { ...names, ...steps, ...games }, nth: ordinal }

/**
 * A message of rows and steps in English. The console computes them of the past too, and need not
 * load the rest of the catalogue for it.
 */
export function englishOfRows(message: Argument): string {
  return argumentIn(message, wording)
}
