import { sayerOf } from '../../../events/text/sentences.ts'
import type { Sentences } from '../../../events/text/sentences.ts'
import type { Language } from '../core/text/catalogue.ts'

/** `refusals`: for where the server gives a code and no known sentence. */
export function languageOf(
  parts: Record<string, object>,
  sentences: Sentences,
  refusals: Readonly<Record<string, string>> = {},
  /** what is put around a name inside of a sentence */
  around?: (name: string) => string,
): Language {
  const say = sayerOf(sentences, around)
  return {
    partOf: (name) => parts[name],
    said: (words, code = '') => say(words) ?? refusals[code] ?? words,
  }
}
