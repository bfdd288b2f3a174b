import { ordinal } from '../rules/places.ts'
import texts from './en/server.ts'
import { argumentIn } from './message.ts'
import type { Argument } from './message.ts'

const wording = { texts: texts(), nth: ordinal }

/** The message in English, for programs that read no messages. */
export function english(message: Argument): string {
  return argumentIn(message, wording)
}
