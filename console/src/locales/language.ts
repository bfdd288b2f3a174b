import { translatorOf } from '../../../events/text/sentences.ts'
import type { Sentences } from '../../../events/text/sentences.ts'
import type { Language } from '../core/text/catalogue.ts'

/** `refusals`: texts by code, for refusals whose sentence is not known. */
export function languageOf(
  parts: Record<string, object>,
  sentences: Sentences,
  refusals: Readonly<Record<string, string>> = {},
  /** wraps a name inside a sentence */
  around?: (name: string) => string,
): Language {
  const say = translatorOf(sentences, around)
  return {
    partOf: (name) => parts[name],
    translate: (words, code = '') => say(words) ?? refusals[code] ?? words,
  }
}
