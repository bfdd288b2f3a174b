import type { IncomingHttpHeaders } from 'node:http'
import { isolate, isolated } from '../../../events/text/isolate.ts'
import { languageCodes, languageOf } from '../../../events/text/languages.ts'
import type { LanguageCode } from '../../../events/text/languages.ts'
import { names as hebrew } from '../../../events/text/names/he.ts'
import { names as spanish } from '../../../events/text/names/es.ts'
import { sayerOf } from '../../../events/text/sentences.ts'

/** What the head of a page says besides names, and names of rounds and places as a language has them. */
export type HeadText = {
  tournaments: string
  unknown: string
  /** `score`: as `2–1`, or nothing yet */
  match: (blue: string, gold: string, score: string) => string
  game: (map: string) => string
  /** `colour`: `blue` or `gold` */
  won: (colour: string, map: string) => string
  said: (words: string) => string
}

const en: HeadText = {
  tournaments: 'Tournaments',
  unknown: 'not yet known',
  match: (blue, gold, score) => [blue, 'vs.', gold, score].filter(Boolean).join(' '),
  game: (map) => `Game on ${map}`,
  won: (colour, map) => `${colour === 'blue' ? 'Blue' : 'Gold'} won on ${map}`,
  said: (words) => words,
}
const inSpanish = sayerOf(spanish)
const es: HeadText = {
  tournaments: 'Torneos',
  unknown: 'por definir',
  match: en.match,
  game: (map) => `Juego en ${map}`,
  won: (colour, map) => `Ganó ${colour === 'blue' ? 'Azul' : 'Oro'} en ${map}`,
  said: (words) => inSpanish(words) ?? words,
}
const inHebrew = sayerOf(hebrew, isolate)
const he: HeadText = {
  ...isolated<Omit<HeadText, 'said'>>({
    tournaments: 'טורנירים',
    unknown: 'טרם ידוע',
    match: (blue, gold, score) => [blue, 'נגד', gold, score].filter(Boolean).join(' '),
    game: (map) => `משחק על ${map}`,
    won: (colour, map) => `ניצחון ${colour === 'blue' ? 'לכחול' : 'לזהב'} על ${map}`,
  }),
  said: (words) => inHebrew(words) ?? words,
}

export const headTexts: Record<LanguageCode, HeadText> = { en, es, he }

/** Set by the page where its reader chooses a language (`console/src/core/text/locale.ts`). */
const chosen = /(?:^|;\s*)waggle-lang=([a-z]{2})/

/** As the page itself takes it: by its address, by what was chosen on this device, by the browser. */
export function languageOfPage(url: string, headers: IncomingHttpHeaders): LanguageCode {
  const asked = new URLSearchParams(url.split('?')[1]).get('lang')
  const kept = chosen.exec(headers.cookie ?? '')?.[1]
  const isOurs = (code: unknown) => languageCodes.find((one) => one === code)
  return isOurs(asked) ?? isOurs(kept) ?? languageOf(headers['accept-language'])
}
