import { formats } from './text/locale.ts'

export type Clocks = {
  /** 20:40 */
  time: (iso: string) => string
  /** CET */
  zone: (iso: string) => string
  /** 2026-01-02 */
  day: (at: Date) => string
}
const made = new Map<string, Clocks>()
let own: string | undefined

/** The venue's time zone, where its cabinets were given one; else that of this device (ux 49). */
export function zoneOf(cabinets: { timeZone?: string }[]): string {
  const named = cabinets.find(({ timeZone }) => timeZone !== undefined && timeZone !== 'UTC')
  // Dear to ask for, and every line of a list asks.
  return named?.timeZone ?? (own ??= new Intl.DateTimeFormat().resolvedOptions().timeZone)
}

export function clockIn(timeZone: string): Clocks {
  const cached = made.get(timeZone)
  if (cached) return cached
  const hours = new Intl.DateTimeFormat(formats, { timeZone, hour: '2-digit', minute: '2-digit' })
  const named = new Intl.DateTimeFormat(formats, { timeZone, timeZoneName: 'short' })
  const clocks: Clocks = {
    time: (iso) => hours.format(new Date(iso)),
    zone: (iso) =>
      named.formatToParts(new Date(iso)).find(({ type }) => type === 'timeZoneName')?.value ??
      timeZone,
    day: (at) => at.toLocaleDateString('en-CA', { timeZone }),
  }
  made.set(timeZone, clocks)
  return clocks
}
