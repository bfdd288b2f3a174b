import { locale } from './text/locale.ts'

const amountPattern = /^(\d{1,6})(?:\.(\d{1,2}))?$/
const format = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' })

/** Converts typed dollars to whole cents; null if it is not an amount (R-PM-4). */
export function centsIn(typed: string): number | null {
  const [, dollars, cents = ''] = amountPattern.exec(typed.trim()) ?? []
  return dollars === undefined ? null : Number(dollars) * 100 + Number(cents.padEnd(2, '0'))
}

/** $12.50 */
export function dollars(cents: number): string {
  return format.format(cents / 100)
}

/** −$12.50 for a negative amount */
export function signedDollars(cents: number): string {
  return cents < 0 ? `−${dollars(-cents)}` : dollars(cents)
}
