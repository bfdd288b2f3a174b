export type Clocks = {
  /** 20:40 */
  time: (iso: string) => string
  /** CET */
  zone: (iso: string) => string
}
const made = new Map<string, Clocks>()

export function clockIn(timeZone: string): Clocks {
  const known = made.get(timeZone)
  if (known) return known
  const hours = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })
  const named = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'short' })
  const clocks: Clocks = {
    time: (iso) => hours.format(new Date(iso)),
    zone: (iso) =>
      named.formatToParts(new Date(iso)).find(({ type }) => type === 'timeZoneName')?.value ??
      timeZone,
  }
  made.set(timeZone, clocks)
  return clocks
}

/** A day as it stands in a tournament: no zone moves it to another. */
export function longDay(date: string): string {
  const day = new Date(`${date.slice(0, 10)}T12:00:00Z`)
  if (Number.isNaN(day.getTime())) return date
  return new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(day)
}
