import { wordsOf } from '../../../events/messages/message.ts'
import type { Wording } from '../../../events/messages/message.ts'
import type { Language } from '../core/text/catalogue.ts'

/** `refusals`: texts by code, for refusals that have no message of their own. */
export function languageOf(
  parts: Record<string, object>,
  { texts, around }: Wording,
  refusals: Readonly<Record<string, string>>,
): Language {
  const wording = { texts: { ...texts, ...refusals }, ...(around && { around }) }
  return {
    partOf: (name) => parts[name],
    say: (message, english) => wordsOf(message, wording) ?? english,
  }
}
