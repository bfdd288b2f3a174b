import type { LanguageCode } from '../../../events/text/languages.ts'
import { en } from './en.ts'
import type { News } from './en.ts'
import { es } from './es.ts'
import { he } from './he.ts'

export const newsIn: Record<LanguageCode, News> = { en, es, he }

export function minutesIn(language: LanguageCode, minutes: number): string {
  return new Intl.NumberFormat(language, { style: 'unit', unit: 'minute' }).format(minutes)
}
