import type { LanguageCode } from './languages.ts'

const two = (n: number) => String(n).padStart(2, '0')

/** m:ss */
export function minutes(seconds: number): string {
  const wholeSeconds = Math.max(0, Math.floor(seconds))
  return `${Math.floor(wholeSeconds / 60)}:${two(wholeSeconds % 60)}`
}

/** h:mm:ss, below an hour m:ss */
export function hours(seconds: number): string {
  const wholeSeconds = Math.max(0, Math.floor(seconds))
  if (wholeSeconds < 3_600) return minutes(wholeSeconds)
  return `${Math.floor(wholeSeconds / 3_600)}:${minutes(wholeSeconds % 3_600).padStart(5, '0')}`
}

/** `14 days`, below a day `1 hour` */
export function durationIn(language: LanguageCode, ms: number): string {
  const inHours = ms / 3_600_000
  const [count, unit] = inHours < 24 ? [inHours, 'hour'] : [inHours / 24, 'day']
  const text = new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: 'long',
  }).format(count)
  // In Hebrew the noun alone means one.
  return language === 'he' ? text.replace(/^1 /, '') : text
}
