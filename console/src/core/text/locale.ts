import { languages } from '#events/text/languages.ts'
import type { LanguageCode } from '#events/text/languages.ts'
import { storedText } from '../storage/storage.ts'

export { languages }
type Locale = LanguageCode | 'pseudo'
export const languageKey = 'waggle:lang'

/** From `?lang=`, else the choice stored on this device, else the browser's languages. */
export const locale = detectLocale()
/** The language tag for pages, phones and mails. */
export const languageCode: LanguageCode = locale === 'pseudo' ? 'en' : locale
/** The locale for times and numbers: British English has days before months and 24 hours. */
export const formats = languageCode === 'en' ? 'en-GB' : languageCode

function detectLocale(): Locale {
  if (typeof location === 'undefined') return 'en'
  const parameter = new URLSearchParams(location.search).get('lang')
  const browserCodes = navigator.languages.map((tag) => tag.slice(0, 2))
  const candidates = [parameter, storedText(languageKey), ...browserCodes]
  const isOffered = (code: string | null): code is Locale =>
    code !== null && (code in languages || code === 'pseudo')
  return candidates.find(isOffered) ?? 'en'
}
