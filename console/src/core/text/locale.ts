/** What a person may choose, each by its own name. */
export const languages = { en: 'English', es: 'Español', he: 'עברית' } as const
type Locale = keyof typeof languages | 'pseudo'
const key = 'waggle:lang'

/** By the address, by what was chosen on this device, by the browser. */
export const locale = chosen()
/** Times and numbers; the English ones have days before months and 24 hours. */
export const formats = locale === 'es' || locale === 'he' ? locale : 'en-GB'

/** The page is read anew: half of it would stay in the other language. */
export function choose(language: string): void {
  try {
    localStorage.setItem(key, language)
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
