import { languageOf } from '../../../events/text/languages.ts'
import type { LanguageCode } from '../../../events/text/languages.ts'
import { en } from './en.ts'
import type { Mails } from './en.ts'
import { es } from './es.ts'
import { he } from './he.ts'

export type { Mails } from './en.ts'
const mailsIn: Record<LanguageCode, Mails> = { en, es, he }

/** Mail texts in the language of the page that requested the mail. */
export function mailsFor({ headers }: { headers: { 'accept-language'?: string | undefined } }) {
  return mailsIn[languageOf(headers['accept-language'])]
}
