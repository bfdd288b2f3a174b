import type { LanguageCode } from '../../../events/text/languages.ts'
import { en } from './en.ts'
import type { NotificationTexts } from './en.ts'
import { es } from './es.ts'
import { he } from './he.ts'

export const notificationTexts: Record<LanguageCode, NotificationTexts> = { en, es, he }

export function minutesIn(language: LanguageCode, minutes: number): string {
  return new Intl.NumberFormat(language, { style: 'unit', unit: 'minute' }).format(minutes)
}
