const amountPattern = /^(\d{1,6})(?:\.(\d{1,2}))?$/

/** Converts dollars such as `12.5` to whole cents; null if it is not an amount (R-PM-4). */
export function centsIn(dollarText: string): number | null {
  const [, dollars, cents = ''] = amountPattern.exec(dollarText.trim()) ?? []
  return dollars === undefined ? null : Number(dollars) * 100 + Number(cents.padEnd(2, '0'))
}
