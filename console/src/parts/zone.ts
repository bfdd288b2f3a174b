/** The venue's time zone, where its cabinets were given one; else that of this device (ux 49). */
export function zoneOf(cabinets: { timeZone?: string }[]): string {
  const named = cabinets.find(({ timeZone }) => timeZone !== undefined && timeZone !== 'UTC')
  return named?.timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
}
