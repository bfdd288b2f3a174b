const written = /^(\d{1,6})(?:\.(\d{1,2}))?$/

/** Dollars as they are written, as whole cents, exactly; null where it is no positive price. */
export function centsOf(price: string | number): number | null {
  const [, dollars, cents = ''] = written.exec(`${price}`.trim()) ?? []
  if (dollars === undefined) return null
  return Number(dollars) * 100 + Number(cents.padEnd(2, '0')) || null
}

/** Cents as dollars with two decimals. */
export function dollarsOf(cents: number): string {
  return `${Math.floor(cents / 100)}.${`${cents % 100}`.padStart(2, '0')}`
}

const firstDay = '2025-01-01'

/** One percent for the application, half a cent up; in cents, from the first day on (R-PM-3). */
export function feeOf(cents: number, day: string): number {
  return day < firstDay ? 0 : Math.floor((cents + 50) / 100)
}
