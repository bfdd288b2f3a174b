/**
 * The time zone of a venue: that of its first cabinet whose zone is set. A new cabinet has `UTC`.
 * Null if no cabinet has another zone.
 */
export function venueZoneOf(cabinets: { timeZone?: string }[]): string | null {
  const isSet = (zone: string | undefined) => zone !== undefined && zone !== 'UTC'
  return cabinets.find(({ timeZone }) => isSet(timeZone))?.timeZone ?? null
}
