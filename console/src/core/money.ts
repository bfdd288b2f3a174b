import { locale } from './text/locale.ts'

const format = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' })

/** $12.50 */
export function dollars(cents: number): string {
  return format.format(cents / 100)
}

/** −$12.50 for a negative amount */
export function signedDollars(cents: number): string {
  return cents < 0 ? `−${dollars(-cents)}` : dollars(cents)
}
