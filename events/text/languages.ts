/** The languages to choose from, each by its own name. */
export const languages = { en: 'English', es: 'Español', he: 'עברית' } as const
export type LanguageCode = keyof typeof languages
export const languageCodes = /* @__PURE__ */ Object.keys(languages) as LanguageCode[]

export function directionOf(language: LanguageCode): 'ltr' | 'rtl' {
  return language === 'he' ? 'rtl' : 'ltr'
}

/** The first supported language of an `Accept-Language` header, else English. */
export function languageOf(accepted = ''): LanguageCode {
  const codes = accepted.split(',').map((entry) => entry.trim().slice(0, 2).toLowerCase())
  return languageCodes.find((code) => code === codes.find((each) => each in languages)) ?? 'en'
}
