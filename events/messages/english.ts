import { ordinal } from '../rules/places.ts'
import { texts } from './en/index.ts'
import { argumentIn } from './message.ts'
import type { Argument } from './message.ts'

/** The message in English, for programs that read no messages. */
export function english(message: Argument): string {
  return argumentIn(message, { texts, nth: ordinal })
}
