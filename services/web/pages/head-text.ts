import type { IncomingHttpHeaders } from 'node:http'
import { isolate, isolated } from '../../../events/text/isolate.ts'
import { languageCodes, languageOf } from '../../../events/text/languages.ts'
import type { LanguageCode } from '../../../events/text/languages.ts'
import { names as hebrew } from '../../../events/text/names/he.ts'
import { names as spanish } from '../../../events/text/names/es.ts'
import { translatorOf } from '../../../events/text/sentences.ts'

/** Texts of a page's head in one language, including the names of rounds and places. */
export type HeadText = {
  tournaments: string
  unknown: string
  /** `score` is for example `2–1`, or empty before the match begins */
  match: (blue: string, gold: string, score: string) => string
  game: (map: string) => string
  /** `colour` is `blue` or `gold` */
  won: (colour: string, map: string) => string
  translate: (phrase: string) => string
}

const en: HeadText = {
  tournaments: 'Tournaments',
  unknown: 'not yet known',
  match: (blue, gold, score) => [blue, 'vs.', gold, score].filter(Boolean).join(' '),
  game: (map) => `Game on ${map}`,
  won: (colour, map) => `${colour === 'blue' ? 'Blue' : 'Gold'} won on ${map}`,
  translate: (phrase) => phrase,
}
const inSpanish = translatorOf(spanish)
const es: HeadText = {
  tournaments: 'Torneos',
  unknown: 'por definir',
  match: en.match,
  game: (map) => `Juego en ${map}`,
  won: (colour, map) => `Ganó ${colour === 'blue' ? 'Azul' : 'Oro'} en ${map}`,
  translate: (phrase) => inSpanish(phrase) ?? phrase,
}
const inHebrew = translatorOf(hebrew, isolate)
const he: HeadText = {
  ...isolated<Omit<HeadText, 'translate'>>({
    tournaments: 'טורנירים',
    unknown: 'טרם ידוע',
    match: (blue, gold, score) => [blue, 'נגד', gold, score].filter(Boolean).join(' '),
    game: (map) => `משחק על ${map}`,
    won: (colour, map) => `ניצחון ${colour === 'blue' ? 'לכחול' : 'לזהב'} על ${map}`,
  }),
  translate: (phrase) => inHebrew(phrase) ?? phrase,
}

export const headTexts: Record<LanguageCode, HeadText> = { en, es, he }

/**
 * A cookie that the page sets when its user chooses a language (`console/src/core/text/locale.ts`).
 */
const languageCookie = /(?:^|;\s*)waggle-lang=([a-z]{2})/

/** Chooses the language like the page does: from the URL, then the cookie, then the browser. */
export function languageOfPage(url: string, headers: IncomingHttpHeaders): LanguageCode {
  const requested = new URLSearchParams(url.split('?')[1]).get('lang')
  const stored = languageCookie.exec(headers.cookie ?? '')?.[1]
  const supported = (code: unknown) => languageCodes.find((each) => each === code)
  return supported(requested) ?? supported(stored) ?? languageOf(headers['accept-language'])
}
