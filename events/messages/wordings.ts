import { ordinal } from '../rules/places.ts'
import { isolate } from '../text/isolate.ts'
import type { LanguageCode } from '../text/languages.ts'
import { texts as en } from './en/index.ts'
import { serverTexts as enServer } from './en/server.ts'
import { texts as es } from './es/index.ts'
import { serverTexts as esServer } from './es/server.ts'
import { texts as he } from './he/index.ts'
import { serverTexts as heServer } from './he/server.ts'
import { gameWord, wordsOf } from './message.ts'
import type { Argument, Wording } from './message.ts'

/** How messages are put into words, by language. */
export const wordings: Record<LanguageCode, Wording> = {
  en: { texts: { ...en, ...enServer }, nth: ordinal },
  es: { texts: { ...es, ...esServer } },
  he: { texts: { ...he, ...heServer }, around: isolateNames },
}

/** An address in a mail stays as it is, so that programs recognise it. */
function isolateNames(words: string): string {
  return /^https?:/.test(words) ? words : isolate(words)
}

export function inWords(language: LanguageCode, words: Argument): string {
  if (typeof words !== 'object') return `${words}`
  return wordsOf(words, wordings[language]) ?? words.key
}

/** A position, a way to win or a map, as an argument; one without a translation is a name. */
export function gameArgument(word: string): Argument {
  const message = gameWord(word)
  return message.key in en ? message : word
}
