/** The date in a time zone, as `2026-03-01`. */
export function dateInZone(timeZone: string, at: Date): string {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
  return new Intl.DateTimeFormat('en-CA', { timeZone, ...parts }).format(at)
}

/**
 * The time zone of a venue: that of its first cabinet whose zone is set. A new cabinet has `UTC`.
 * Null if no cabinet has another zone.
 */
export function venueZoneOf(cabinets: { timeZone?: string }[]): string | null {
  const isSet = (zone: string | undefined) => zone !== undefined && zone !== 'UTC'
  return cabinets.find(({ timeZone }) => isSet(timeZone))?.timeZone ?? null
}
