/** What a person may choose, each by its own name. */
export const languages = { en: 'English', es: 'Español', he: 'עברית' } as const
export type LanguageCode = keyof typeof languages
export const languageCodes = ['en', 'es', 'he'] as const satisfies LanguageCode[]

export function directionOf(language: LanguageCode): 'ltr' | 'rtl' {
  return language === 'he' ? 'rtl' : 'ltr'
}
