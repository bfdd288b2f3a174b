import type { LanguageCode } from './languages.ts'

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const

/** `14 days`, `1 hour`: in the largest unit of which the time is a whole number. */
export function durationText(language: LanguageCode, ms: number): string {
  const [unit, unitMs] = units.find(([, unitMs]) => ms % unitMs === 0) ?? units[3]
  const format = { style: 'unit', unit, unitDisplay: 'long' } as const
  const text = new Intl.NumberFormat(language, format).format(ms / unitMs)
  // In Hebrew the noun alone means one.
  return language === 'he' ? text.replace(/^1 /, '') : text
}
