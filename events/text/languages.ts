/** What a person may choose, each by its own name. */
export const languages = { en: 'English', es: 'Español', he: 'עברית' } as const
export type LanguageCode = keyof typeof languages
export const languageCodes = ['en', 'es', 'he'] as const satisfies LanguageCode[]

export function directionOf(language: LanguageCode): 'ltr' | 'rtl' {
  return language === 'he' ? 'rtl' : 'ltr'
}

/** Of an `Accept-Language`, whose languages come in the order of preference; English if none is ours. */
export function languageOf(accepted = ''): LanguageCode {
  const asked = accepted.split(',').map((one) => one.trim().slice(0, 2).toLowerCase())
  return languageCodes.find((code) => code === asked.find((one) => one in languages)) ?? 'en'
}
