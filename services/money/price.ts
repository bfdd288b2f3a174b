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
