import { ordinal } from '../rules/places.ts'
import { isolate } from '../text/isolate.ts'
import { directionOf, languageCodes } from '../text/languages.ts'
import type { LanguageCode } from '../text/languages.ts'
import { argumentIn, gameWord } from './message.ts'
import type { Argument, Wording } from './message.ts'

/** How messages are put into words, by language. A language has its texts in the folder of its code. */
export const wordings = Object.fromEntries(
  await Promise.all(languageCodes.map(async (code) => [code, await wordingIn(code)] as const)),
) as Record<LanguageCode, Wording>

async function wordingIn(code: LanguageCode): Promise<Wording> {
  const file = (await import(`./${code}/server.ts`)) as { default: () => Wording['texts'] }
  return {
    texts: file.default(),
    ...(code === 'en' && { nth: ordinal }),
    ...(directionOf(code) === 'rtl' && { around: isolateNames }),
  }
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
  return message.key in wordings.en.texts ? message : word
}
