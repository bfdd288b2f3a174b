import { venueZoneOf } from '#events/text/venue-zone.ts'
import { formats } from '../text/locale.ts'

export type Clocks = {
  /** 20:40 */
  time: (at: string | number) => string
  /** CET */
  zone: (iso: string) => string
  /** 2026-01-02 */
  day: (at: Date) => string
}
const clocksCache = new Map<string, Clocks>()
let deviceZone: string | undefined

/** The time zone of the venue if its cabinets have one, otherwise that of this device (ux 49). */
export function zoneOf(cabinets: { timeZone?: string }[]): string {
  // Cached because it is slow, and every row of a list calls it.
  deviceZone ??= new Intl.DateTimeFormat().resolvedOptions().timeZone
  return venueZoneOf(cabinets) ?? deviceZone
}

export function clockIn(timeZone: string): Clocks {
  const cached = clocksCache.get(timeZone)
  if (cached) return cached
  const hours = new Intl.DateTimeFormat(formats, { timeZone, hour: '2-digit', minute: '2-digit' })
  const withZone = new Intl.DateTimeFormat(formats, { timeZone, timeZoneName: 'short' })
  const clocks: Clocks = {
    time: (at) => hours.format(new Date(at)),
    zone: (iso) =>
      withZone.formatToParts(new Date(iso)).find(({ type }) => type === 'timeZoneName')?.value ??
      timeZone,
    day: (at) => at.toLocaleDateString('en-CA', { timeZone }),
  }
  clocksCache.set(timeZone, clocks)
  return clocks
}
