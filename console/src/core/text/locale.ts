import { languages } from '../../../../events/text/languages.ts'
import type { LanguageCode } from '../../../../events/text/languages.ts'

export { languages }
type Locale = LanguageCode | 'pseudo'
const key = 'waggle:lang'

/** By the address, by what was chosen on this device, by the browser. */
export const locale = chosen()
/** As a page, a phone or a mail says it. */
export const languageCode: LanguageCode = locale === 'pseudo' ? 'en' : locale
/** Times and numbers; the English ones have days before months and 24 hours. */
export const formats = languageCode === 'en' ? 'en-GB' : languageCode

/** The page is read anew: half of it would stay in the other language. */
export function choose(language: string): void {
  try {
    localStorage.setItem(key, language)
    // For what the server writes into the page (services/web/pages/head-text.ts).
    document.cookie = `waggle-lang=${language}; Path=/; Max-Age=31536000; SameSite=Lax`
  } catch {
    return
  }
  const address = new URL(location.href)
  address.searchParams.delete('lang')
  location.replace(address)
}

function chosen(): Locale {
  if (typeof location === 'undefined') return 'en'
  const asked = new URLSearchParams(location.search).get('lang')
  const all = [asked, stored(), ...navigator.languages.map((each) => each.slice(0, 2))]
  const isOffered = (one: string | null): one is Locale =>
    one !== null && (one in languages || one === 'pseudo')
  return all.find(isOffered) ?? 'en'
}

function stored(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
