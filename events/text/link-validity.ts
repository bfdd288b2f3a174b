import { durationText } from './duration-text.ts'
import type { LanguageCode } from './languages.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** How long the links to an account work. */
export const linkValidMs = {
  confirm: dayMs,
  newEmail: dayMs,
  reset: hourMs,
  invitation: 14 * dayMs,
}

export function linkValidity(language: LanguageCode, link: keyof typeof linkValidMs): string {
  return durationText(language, linkValidMs[link])
}
