import { centsIn } from '#events/text/cents.ts'

/** Parses a price in dollars to whole cents; null if it is not a positive price. */
export function centsOf(price: string | number): number | null {
  return centsIn(`${price}`) || null
}

/** Cents as dollars with two decimals. */
export function dollarsOf(cents: number): string {
  return `${Math.floor(cents / 100)}.${`${cents % 100}`.padStart(2, '0')}`
}

const firstFeeDay = '2025-01-01'

/** The application fee in cents: one percent, rounded half up, from the first day on (R-PM-3). */
export function feeOf(cents: number, day: string): number {
  return day < firstFeeDay ? 0 : Math.floor((cents + 50) / 100)
}
