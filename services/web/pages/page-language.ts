import type { IncomingHttpHeaders } from 'node:http'
import { languageCodes, languageOf } from '#events/text/languages.ts'
import type { LanguageCode } from '#events/text/languages.ts'

/**
 * A cookie that the page sets when its user chooses a language
 * (`console/src/core/text/choose-language.ts`).
 */
const languageCookie = /(?:^|;\s*)waggle-lang=([a-z]{2})/

/** Chooses the language like the page does: from the URL, then the cookie, then the browser. */
export function languageOfPage(url: string, headers: IncomingHttpHeaders): LanguageCode {
  const requested = new URLSearchParams(url.split('?')[1]).get('lang')
  const stored = languageCookie.exec(headers.cookie ?? '')?.[1]
  const supported = (code: unknown) => languageCodes.find((each) => each === code)
  return supported(requested) ?? supported(stored) ?? languageOf(headers['accept-language'])
}
