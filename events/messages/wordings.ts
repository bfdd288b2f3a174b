import { ordinal } from '../rules/places.ts'
import { isolate } from '../text/isolate.ts'
import type { LanguageCode } from '../text/languages.ts'
import { texts as enTexts } from './en/index.ts'
import { serverTexts } from './en/server.ts'
import * as esOfficials from './es/officials.ts'
import * as esPublic from './es/public.ts'
import * as esServer from './es/server.ts'
import * as esSteps from './es/steps.ts'
import * as heOfficials from './he/officials.ts'
import * as hePublic from './he/public.ts'
import * as heServer from './he/server.ts'
import * as heSteps from './he/steps.ts'
import { argumentIn, gameWord } from './message.ts'
import type { Argument, Wording } from './message.ts'

/** How messages are put into words, by language. */
export const wordings: Record<LanguageCode, Wording> = {
  en: { texts: { ...enTexts, ...serverTexts }, nth: ordinal },
  es: { texts: textsIn(esPublic, esSteps, esOfficials, esServer) },
  he: { texts: textsIn(hePublic, heSteps, heOfficials, heServer), around: isolateNames },
}

/** Each file of a language exports groups of texts. */
function textsIn(...files: Record<string, Wording['texts']>[]): Wording['texts'] {
  return Object.assign({}, ...files.flatMap((groups) => Object.values(groups)))
}

/** An address in a mail stays as it is, so that programs recognise it. */
function isolateNames(words: string): string {
  return /^https?:/.test(words) ? words : isolate(words)
}

export function inWords(language: LanguageCode, words: Argument): string {
  return argumentIn(words, wordings[language])
}

/** A position, a way to win or a map, as an argument; one without a translation is a name. */
export function gameArgument(word: string): Argument {
  const message = gameWord(word)
  return message.key in enTexts ? message : word
}
