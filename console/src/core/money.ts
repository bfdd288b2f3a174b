import { locale } from './text/locale.ts'

const written = /^(\d{1,6})(?:\.(\d{1,2}))?$/
const shown = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' })

/** Dollars as they are typed, in whole cents; null where they are no amount (R-PM-4). */
export function centsIn(typed: string): number | null {
  const [, dollars, cents = ''] = written.exec(typed.trim()) ?? []
  return dollars === undefined ? null : Number(dollars) * 100 + Number(cents.padEnd(2, '0'))
}

/** $12.50 */
export function dollars(cents: number): string {
  return shown.format(cents / 100)
}

/** −$12.50 where it went out */
export function signed(cents: number): string {
  return cents < 0 ? `−${dollars(-cents)}` : dollars(cents)
}
