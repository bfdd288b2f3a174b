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

/** `14 days`, below a day `1 hour` */
export function linkValidity(language: LanguageCode, link: keyof typeof linkValidMs): string {
  const ms = linkValidMs[link]
  const [count, unit] = ms < dayMs ? [ms / hourMs, 'hour'] : [ms / dayMs, 'day']
  const format = { style: 'unit', unit, unitDisplay: 'long' } as const
  const text = new Intl.NumberFormat(language, format).format(count)
  // In Hebrew the noun alone means one.
  return language === 'he' ? text.replace(/^1 /, '') : text
}
