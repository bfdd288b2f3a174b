import { ordinal } from '../rules/places.ts'
import { texts } from './en/index.ts'
import { wordsOf } from './message.ts'
import type { Argument } from './message.ts'

/** The message in English, for programs that read no messages. */
export function english(message: Argument): string {
  if (typeof message !== 'object') return `${message}`
  return wordsOf(message, { texts, nth: ordinal }) ?? message.key
}
