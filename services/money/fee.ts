const firstDay = '2025-01-01'

/** One percent for the application, half a cent up; in cents, from the first day on (R-PM-3). */
export function feeOf(cents: number, day: string): number {
  return day < firstDay ? 0 : Math.floor((cents + 50) / 100)
}
