import { wordsOf } from '#events/messages/message.ts'
import type { Wording } from '#events/messages/message.ts'
import type { Language } from '../core/text/catalogue.ts'

/** With its parts and texts, which the file of officials has too. */
type WithParts<Parts> = Language & { parts: Parts; texts: Wording['texts'] }

/** `refusals`: texts by code, for refusals that have no message of their own. */
export function languageOf<Parts extends object>(
  parts: Parts,
  { texts, around }: Wording,
  refusals: Readonly<Record<string, string>>,
): WithParts<Parts> {
  const wording = { texts: { ...texts, ...refusals }, ...(around && { around }) }
  return {
    parts,
    texts: wording.texts,
    partOf: (name) => (parts as Record<string, object>)[name],
    say: (message, english) => wordsOf(message, wording) ?? english,
  }
}
