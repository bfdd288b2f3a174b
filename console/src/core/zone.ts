import { formats } from './text/locale.ts'

export type Clocks = {
  /** 20:40 */
  time: (at: string | number) => string
  /** 20:40:07 */
  timeWithSeconds: (at: string | number) => string
  /** 2 Jan 2026, 20:40 */
  dateTime: (at: string) => string
  /** 2 Jan */
  dayOfMonth: (at: number) => string
  /** CET */
  zone: (iso: string) => string
  /** 2026-01-02 */
  day: (at: Date) => string
}
const clocksCache = new Map<string, Clocks>()
let deviceZone: string | undefined

/** The time zone of the venue if its cabinets have one, otherwise that of this device (ux 49). */
export function zoneOf(cabinets: { timeZone?: string }[]): string {
  const cabinet = cabinets.find(({ timeZone }) => timeZone !== undefined && timeZone !== 'UTC')
  // Cached because it is slow, and every row of a list calls it.
  deviceZone ??= new Intl.DateTimeFormat().resolvedOptions().timeZone
  return cabinet?.timeZone ?? deviceZone
}

export function clockIn(timeZone: string): Clocks {
  const cached = clocksCache.get(timeZone)
  if (cached) return cached
  const hours = new Intl.DateTimeFormat(formats, { timeZone, hour: '2-digit', minute: '2-digit' })
  const withSeconds = new Intl.DateTimeFormat(formats, { timeZone, timeStyle: 'medium' })
  const withZone = new Intl.DateTimeFormat(formats, { timeZone, timeZoneName: 'short' })
  const clocks: Clocks = {
    time: (at) => hours.format(new Date(at)),
    timeWithSeconds: (at) => withSeconds.format(new Date(at)),
    dateTime: (at) =>
      new Date(at).toLocaleString(formats, { timeZone, dateStyle: 'medium', timeStyle: 'short' }),
    dayOfMonth: (at) =>
      new Date(at).toLocaleDateString(formats, { timeZone, day: 'numeric', month: 'short' }),
    zone: (iso) =>
      withZone.formatToParts(new Date(iso)).find(({ type }) => type === 'timeZoneName')?.value ??
      timeZone,
    day: (at) => at.toLocaleDateString('en-CA', { timeZone }),
  }
  clocksCache.set(timeZone, clocks)
  return clocks
}
